import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { forms, web } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const HOST = 'host.of.the.show';
const ROSE = 5655;
const FINGER_HEART = 5487;

let show: OnAir;
let tool: ToolPage;

/** Opens the tool on a new counting show with the simulator's performers as anchors. */
async function countingShow(): Promise<void> {
  await show.prepare(HOST);
  tool = await show.open();
  await tool.page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
  await tool.button(/^Start/).click();
  await tool.button(/^Pause/).waitFor();
}

const anchorName = (place: number): string => show.simulator.anchors[place]?.nickname ?? '';
const exclusiveGift = (place: number): number => show.simulator.anchors[place]?.gift.id ?? 0;

/** The ledger rows of a viewer. */
const line = (viewer: string) => tool.page.locator('[data-row]', { hasText: viewer });
/** The text of a viewer's newest row. */
const newest = async (viewer: string) => (await tool.rowsOf(viewer))[0] ?? '';
const viewerLine = (viewer: string) => tool.page.locator('[data-viewer]', { hasText: viewer });

// In both forms, because each has its own link to the backstage and its own restart.
describe.each(forms)('$name', (form) => {
  /** One app for all tests. Each has a show of its own. */
  beforeAll(async () => {
    show = await form.goOnAir({ username: HOST, script: 'empty' });
  });
  afterEach(async () => {
    // The desktop app has one window for all tests.
    if (form !== web) await tool.tab('Homepage');
    await tool.close();
    // Refused if the test has ended the show.
    await show.call('session.act', { action: 'end' }).catch(() => undefined);
    await show.call('room.close', {});
    for (const { id: presetId } of (await show.call('presets.list', {})).presets) {
      await show.call('presets.delete', { presetId });
    }
  });
  afterAll(async () => {
    await show.close();
  });

  describe('unallocated gift', () => {
    it('is assigned to an anchor by one key, and unassigned by another', async () => {
      await countingShow();
      show.simulator.sendGift({ viewer: 'Yui', gift: FINGER_HEART });
      await expect.poll(async () => (await tool.totals()).Unallocated).toBeGreaterThan(0);
      const { Unallocated: waiting = 0 } = await tool.totals();
      await line('Yui').waitFor();
      await tool.page.keyboard.press('1');
      await expect.poll(async () => (await tool.anchorVotes())[anchorName(0)]).toBe(waiting);
      expect((await tool.totals()).Unallocated).toBe(0);
      await expect.poll(() => line('Yui').textContent()).toContain('Corrected');

      await tool.page.keyboard.press('Control+z');
      await expect.poll(async () => (await tool.totals()).Unallocated).toBe(waiting);
      expect((await tool.anchorVotes())[anchorName(0)]).toBe(0);
    });
  });

  describe('change of preset during a show', () => {
    it('keeps the names of former anchors in votes, rows and viewers, also after a restart', async () => {
      await countingShow();
      show.simulator.sendGift({ viewer: 'Aki', gift: exclusiveGift(0) });
      await expect.poll(async () => (await tool.anchorVotes())[anchorName(0)]).toBeGreaterThan(0);
      const votes = (await tool.anchorVotes())[anchorName(0)];
      const preset = { name: 'Second half', anchors: [{ id: 'late', nickname: 'Latecomer' }] };
      const second = (await show.call('presets.save', { preset })).preset;
      await show.call('session.choosePreset', { presetId: second.id });

      const both = { [anchorName(0)]: votes, Latecomer: 0 };
      await expect.poll(() => tool.anchorVotes()).toEqual(both);
      await expect.poll(() => newest('Aki')).toContain(`${anchorName(0)} (former)`);
      expect(await viewerLine('Aki').textContent()).toContain(`Unbound (was ${anchorName(0)})`);
      await show.killAndRestart();
      tool = await show.open();
      await expect.poll(() => tool.anchorVotes()).toEqual(both);

      await tool.tab('Data Report');
      await tool.page.getByLabel('Users', { exact: true }).click();
      const users = tool.page.getByRole('table', { name: 'User ranking' });
      await expect.poll(() => users.textContent()).toContain(`${anchorName(0)} (former)`);
    });
  });

  describe('pause, resume and end', () => {
    it('record gifts without counting them, and let the host assign them', async () => {
      await countingShow();
      await tool.page.keyboard.press('p');
      await tool.button(/^Resume/).waitFor();
      show.simulator.sendGift({ viewer: 'Paused', gift: ROSE });
      await expect.poll(async () => (await tool.totals())['Not counted']).toBe(1);
      await line('Paused').click();
      await tool.page.keyboard.press('1');
      await expect.poll(async () => (await tool.anchorVotes())[anchorName(0)]).toBe(1);

      await tool.button(/^End/).click();
      const dialog = tool.page.getByRole('dialog');
      await dialog.getByRole('button', { name: /End/ }).click();
      await tool.page.getByText('Ended').first().waitFor();
      await dialog.waitFor({ state: 'detached' });
      // Corrections still work after the end.
      await tool.page.keyboard.press('Control+z');
      await expect.poll(async () => (await tool.anchorVotes())[anchorName(0)]).toBe(0);
    });
  });
});
