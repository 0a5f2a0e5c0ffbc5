import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DOUGHNUT, duelPreset, FINGER_HEART, HOST, ROSE, startDuel } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import { stage } from '#tests/support/stagePage.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

/** The biggest gift of the rehearsal, 4,888 diamonds. No anchor's own. */
const KITTEN = 6646;
/** Nobody's gift, 1 diamond. */
const GLOW_STICK = 6788;

describe('big gift', () => {
  let show: Awaited<ReturnType<typeof web.goOnAir>>;
  let tool: ToolPage;
  beforeAll(async () => {
    await web.start();
    show = await web.goOnAir({ username: HOST, script: 'empty' });
  });
  beforeEach(async () => {
    const { preset } = await show.call('presets.save', {
      preset: duelPreset({ name: `Duel ${Math.random()}`, round: { length: 0 } }),
    });
    await show.call('room.open', { username: HOST, lineId: 'line1', confirm: true });
    await show.call('session.choosePreset', { presetId: preset.id });
    await show.call('session.act', { action: 'start' });
    await startDuel(show);
    tool = await show.open();
    await stage(tool).getByText('Running', { exact: true }).waitFor();
    return async () => {
      expect(tool.complaints).toEqual([]);
      await tool.close();
      await show.call('session.act', { action: 'end' });
      await show.call('room.close', {});
    };
  });
  afterAll(async () => {
    await show.close();
    await web.stop();
  });

  /** Waits until the viewer's gift is at the cursor, where keys act on it. */
  const atCursor = (viewer: string) =>
    tool.page.locator('main [aria-current="true"]', { hasText: viewer }).waitFor();
  /** Presses two keys at most. */
  async function press(first: string, second?: string): Promise<void> {
    await tool.page.keyboard.press(first);
    if (second !== undefined) await tool.page.keyboard.press(second);
  }
  /** To whom the viewer's gifts count, newest first. */
  const targetsOf = (viewer: string) => async () => {
    const { rows } = await show.call('ledger.page', { filter: {}, limit: 400 });
    return rows.filter(({ viewerName }) => viewerName === viewer).map(({ target }) => target);
  };

  it('of a viewer without a binding is an anchor’s after one key', async () => {
    show.simulator.sendGift({ viewer: 'Ben', gift: KITTEN });
    await atCursor('Ben');
    await press('2');
    await expect.poll(targetsOf('Ben')).toEqual(['anchor:rei']);
  });

  it('is an anchor’s after one key, whether the suggestion is right or wrong', async () => {
    show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT });
    await atCursor('Ben');
    await press('2');
    await expect.poll(targetsOf('Ben')).toEqual(['anchor:rei']);
    show.simulator.sendGift({ viewer: 'Ben', gift: KITTEN });
    await atCursor('→ Rei');
    await press('2');
    await expect.poll(targetsOf('Ben')).toEqual(['anchor:rei', 'anchor:rei']);
    show.simulator.sendGift({ viewer: 'Ben', gift: KITTEN });
    await atCursor('→ Rei');
    await press('1');
    await expect.poll(targetsOf('Ben')).toEqual(['anchor:mika', 'anchor:rei', 'anchor:rei']);
  });

  it('that comes too late for its round counts in it after two keys', async () => {
    // The platform's clock is known to some milliseconds only, so the gift is sent well before the end.
    const sentAt = Date.now() - 200;
    await show.call('round.act', { action: 'end' });
    await stage(tool).getByText('Settled', { exact: true }).waitFor();
    show.simulator.sendGift({ viewer: 'Ben', gift: KITTEN, sentAt });
    await atCursor('Too late for round 1');
    await press('h');
    await atCursor('can turn it');
    await press('2');
    await expect.poll(targetsOf('Ben')).toEqual(['anchor:rei']);
    await stage(tool).getByText('Votes have changed', { exact: false }).waitFor();
  });

  it('is an anchor’s after two keys in a paused session', async () => {
    await show.call('session.act', { action: 'pause' });
    await tool.button(/^Resume/).waitFor();
    show.simulator.sendGift({ viewer: 'Ben', gift: KITTEN });
    await tool.page.locator('[data-row]', { hasText: 'Ben' }).waitFor();
    // Nothing of a pause waits in the queue. The key of Gift Data focuses its newest gift.
    await press('g', '2');
    await expect.poll(targetsOf('Ben')).toEqual(['anchor:rei']);
  });

  it('is an anchor’s after one key when its round is settled already', async () => {
    show.simulator.sendGift({ viewer: 'Chie', gift: KITTEN });
    await atCursor('Chie');
    await show.call('round.act', { action: 'end' });
    await stage(tool).getByText('Settled', { exact: true }).waitFor();
    await press('1');
    await expect.poll(targetsOf('Chie')).toEqual(['anchor:mika']);
  });

  it('is an anchor’s after two keys from another tab', async () => {
    await tool.tab('Data Report');
    show.simulator.sendGift({ viewer: 'Ben', gift: KITTEN });
    await tool.page.getByText('1 waiting').waitFor();
    await press('g');
    await atCursor('Ben');
    await press('2');
    await expect.poll(targetsOf('Ben')).toEqual(['anchor:rei']);
  });

  it('is an anchor’s after two keys in a crowd of 300, and so is each of two at once', async () => {
    for (let viewer = 1; viewer <= 300; viewer += 1)
      show.simulator.sendGift({ viewer: `Viewer ${viewer}`, gift: GLOW_STICK });
    await tool.page.getByTitle('300 waiting').waitFor();
    show.simulator.sendGift({ viewer: 'Ben', gift: KITTEN });
    show.simulator.sendGift({ viewer: 'Chie', gift: DOUGHNUT, count: 100 });
    await tool.page.getByTitle('302 waiting').waitFor();
    await press('Escape', '2');
    await expect.poll(targetsOf('Ben')).toEqual(['anchor:rei']);
    await atCursor('Chie');
    await press('1');
    await expect.poll(targetsOf('Chie')).toEqual(['anchor:mika']);
  });

  it('is an anchor’s after one tap on a phone', async () => {
    const phone = await show.open({ width: 390, height: 844 });
    await phone.page.getByText('Nothing waits for you').waitFor();
    show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE });
    show.simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART });
    show.simulator.sendGift({ viewer: 'Dan', gift: KITTEN });
    await phone.page.locator('[aria-current="true"]', { hasText: 'Dan' }).waitFor();
    await phone.page.getByTitle('Give to Rei').click();
    await expect.poll(targetsOf('Dan')).toEqual(['anchor:rei']);
    await phone.close();
  });
});
