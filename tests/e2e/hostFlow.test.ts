import { beforeEach, describe, expect, it } from 'vitest';
import { FINGER_HEART, HOST } from '#tests/support/duel.ts';
import { forms } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

// In both forms, because each has its own link to the backstage and its own restart.
describe.each(forms)('show $name', (form) => {
  let show: OnAir;
  beforeEach(async () => {
    show = await form.goOnAir({ username: HOST, script: 'empty' });
    return () => show.close();
  });

  it('is led by keys, and keeps the names of former anchors when the preset changes and after a restart', async () => {
    await show.prepare(HOST);
    let tool: ToolPage = await show.open();
    await tool.page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
    await tool.button(/^Start/).click();
    await tool.button(/^Pause/).waitFor();
    const [anchor] = show.simulator.anchors;
    const name = anchor?.nickname ?? '';
    const newest = async (viewer: string) => (await tool.rowsOf(viewer))[0] ?? '';

    show.simulator.sendGift({ viewer: 'Yui', gift: FINGER_HEART });
    await expect.poll(async () => (await tool.totals()).Unallocated).toBeGreaterThan(0);
    const { Unallocated: waiting = 0 } = await tool.totals();
    await tool.page.locator('[data-row]', { hasText: 'Yui' }).waitFor();
    await tool.page.keyboard.press('1');
    await expect.poll(async () => (await tool.anchorVotes())[name]).toBe(waiting);
    expect((await tool.totals()).Unallocated).toBe(0);
    await expect.poll(() => newest('Yui')).toContain('Corrected');
    await tool.page.keyboard.press('Control+z');
    await expect.poll(async () => (await tool.totals()).Unallocated).toBe(waiting);
    expect((await tool.anchorVotes())[name]).toBe(0);

    show.simulator.sendGift({ viewer: 'Aki', gift: anchor?.gift.id ?? 0 });
    await expect.poll(async () => (await tool.anchorVotes())[name]).toBeGreaterThan(0);
    const votes = (await tool.anchorVotes())[name];
    const preset = { name: 'Second half', anchors: [{ id: 'late', nickname: 'Latecomer' }] };
    const second = (await show.call('presets.save', { preset })).preset;
    await show.call('session.choosePreset', { presetId: second.id });
    const both = { [name]: votes, Latecomer: 0 };
    await expect.poll(() => tool.anchorVotes()).toEqual(both);
    await expect.poll(() => newest('Aki')).toContain(`${name} (former)`);
    const viewer = tool.page.locator('[data-viewer]', { hasText: 'Aki' });
    expect(await viewer.textContent()).toContain(`Unbound (was ${name})`);

    await show.killAndRestart();
    tool = await show.open();
    await expect.poll(() => tool.anchorVotes()).toEqual(both);
    await tool.tab('Data Report');
    await tool.page.getByLabel('Users', { exact: true }).click();
    const users = tool.page.getByRole('table', { name: 'User ranking' });
    await expect.poll(() => users.textContent()).toContain(`${name} (former)`);
  });
});
