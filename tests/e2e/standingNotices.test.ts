import { spawnSync } from 'node:child_process';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOUGHNUT, duelPreset, HOST, ROSE, startBattleOfTwelve, twelveAnchors } from '#tests/support/duel.ts';
import { goOnAir, type OnAirWeb } from '#tests/support/onAir.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { skipUnless } from '#tests/support/skipUnless.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

let browser: Browser;
/** A show of twelve anchors with one window, for all tests. */
let show: OnAirWeb;
let tool: ToolPage;
beforeAll(async () => {
  browser = await sharedBrowser();
  show = await goOnAir(browser, { username: HOST, script: 'empty' });
  const { preset } = await show.call('presets.save', { preset: duelPreset({ anchors: twelveAnchors }) });
  await show.call('room.open', { username: HOST, lineId: 'line1' });
  await show.simulator.entered(1);
  await show.call('session.choosePreset', { presetId: preset.id });
  await show.call('session.act', { action: 'start' });
  await startBattleOfTwelve(show);
  tool = await show.open();
});
afterAll(async () => {
  await show.close();
});

describe('lost server', () => {
  it('leaves every decision on twelve anchors in its place at 1280x720, and promises no counting', async () => {
    const { page } = tool;
    const bar = page.getByRole('banner');
    const queue = page.getByRole('region', { name: 'Next to assign' });
    const counting = page.getByText('Counting', { exact: true });
    show.simulator.sendGift({ viewer: 'Aoi', gift: DOUGHNUT, count: 1 });
    await queue.getByText('Aoi', { exact: true }).waitFor();
    await bar.getByText('Live', { exact: true }).waitFor();
    /** The places of the decisions whose words are whole and that nothing covers. */
    const decisions = () =>
      queue.getByRole('button').evaluateAll((buttons) =>
        buttons
          .filter((button) => button.matches('.at-cursor'))
          .map((button) => ({ button, box: button.getBoundingClientRect() }))
          .filter(({ button, box }) => {
            const [x, y] = [box.left + box.width / 2, box.bottom - 1];
            const cut = [...button.children].some((part) => part.scrollWidth > part.clientWidth + 1);
            return !cut && button.contains(document.elementFromPoint(x, y));
          })
          .map(({ box }) => `${box.left},${box.top}`),
      );
    const before = await decisions();
    expect(before).toHaveLength(16);
    await show.killAndRestart(async () => {
      const state = bar.getByText('No connection', { exact: true });
      await state.waitFor();
      const alert = page.getByRole('alert');
      await alert.getByText('If only this screen is cut off, gifts still count.', { exact: false }).waitFor();
      await page.getByRole('button', { name: 'Try now' }).waitFor();
      expect(await decisions()).toEqual(before);
      expect(await counting.count()).toBe(0);
      for (const words of [state, bar.getByRole('button', { name: `@${HOST}` })])
        expect(await words.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
    });
    await counting.first().waitFor();
  });
});

/** On Linux any user can limit the file size of their own process. */
const canBound = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;

/** Limits the size (bytes) of the files that the server can write. */
function boundFiles({ ringside }: OnAirWeb, size: string): void {
  spawnSync('prlimit', ['--pid', String(ringside.process.pid), `--fsize=${size}:unlimited`]);
}

const options = skipUnless(canBound, 'the system has no prlimit, which bounds the files of a process');
describe('full disk', options, () => {
  it('shows no live line and no promise that gifts count', async () => {
    try {
      const line = tool.page.getByRole('banner');
      const promise = tool.page.getByText('Connected. Every gift of the room is counted here.');
      await promise.waitFor();
      boundFiles(show, '2000');
      show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 3 });
      await tool.page.getByRole('alert').getByText('The disk is full.', { exact: false }).waitFor();
      await line.getByText('Stopped', { exact: true }).waitFor();
      expect(await promise.count()).toBe(0);
      expect(await tool.page.getByText('Counting', { exact: true }).count()).toBe(0);
    } finally {
      // Further tests use the process.
      boundFiles(show, 'unlimited');
    }
  });
});
