import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { markAsCopy } from '#backstage/dataFolder.ts';
import { Uncounted } from '#backstage/show/uncounted.ts';
import { rose } from '#tests/integration/backstage/journalShow.ts';
import {
  DOUGHNUT,
  duelPreset,
  HOST,
  onDuel,
  ROSE,
  startBattleOfTwelve,
  twelveAnchors,
} from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import { goOnAir, type OnAirWeb } from '#tests/support/onAir.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { skipUnless } from '#tests/support/skipUnless.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe('wrong clock of the host’s computer', () => {
  it('is reported with advice, while gifts count and the bar shows when the last one arrived', async () => {
    await onDuel(
      web,
      {},
      async (show, tool) => {
        show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 3 });
        await expect.poll(async () => (await tool.totals()).Gifts).toBe(3);
        const notice = tool.page.getByRole('alert');
        await notice.getByText(/Ringside runs on is 90 s behind\. Gifts still count/).waitFor();
        await notice.getByText('Turn on “Set time automatically” on that computer.').waitFor();
        await tool.page
          .getByRole('banner')
          .getByText(/^Last event \d s ago$/)
          .waitFor();
      },
      { simulator: { clock: 90 } },
    );
  });
});

describe('start on a copy of the data', () => {
  it('shows which message was not counted, and waits until the host connects', async () => {
    const show = await goOnAir(browser, { username: HOST, script: 'empty' });
    try {
      await show.prepare(HOST);
      await show.call('session.act', { action: 'start' });
      const { dataDir } = show.ringside;
      await show.killAndRestart(async () => {
        markAsCopy(dataDir);
        const [folder = ''] = readdirSync(join(dataDir, 'shows'));
        new Uncounted(join(dataDir, 'shows', folder)).store(rose('lost'), new Error('a defect'));
      });
      const tool = await show.open();
      const notices = tool.page.getByRole('alert');
      const uncounted = notices.getByText('The last one: Mika: Rose ×1.');
      const copied = notices.getByText(`enter ${HOST} and press Connect`);
      await uncounted.waitFor();
      await copied.waitFor();
      expect(await tool.page.getByRole('banner').getByText('Not connected').count()).toBe(1);

      await tool.connect(HOST);
      await show.simulator.entered(2);
      await copied.waitFor({ state: 'detached' });
      show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 3 });
      await expect.poll(async () => (await tool.totals()).Gifts).toBe(3);
      expect(await uncounted.count()).toBe(1);
      expect(tool.complaints).toEqual([]);
    } finally {
      await show.close();
    }
  });
});

describe('lost server', () => {
  it('leaves every decision on twelve anchors in its place at 1280x720, and promises no counting', async () => {
    const show = await goOnAir(browser, { username: HOST, script: 'empty' });
    try {
      const { preset } = await show.call('presets.save', {
        preset: duelPreset({ anchors: twelveAnchors }),
      });
      await show.call('room.open', { username: HOST, lineId: 'line1' });
      await show.simulator.entered(1);
      await show.call('session.choosePreset', { presetId: preset.id });
      await show.call('session.act', { action: 'start' });
      await startBattleOfTwelve(show);
      const { page } = await show.open();
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
        await alert
          .getByText('If only this screen is cut off, gifts still count.', { exact: false })
          .waitFor();
        await page.getByRole('button', { name: 'Try now' }).waitFor();
        expect(await decisions()).toEqual(before);
        expect(await counting.count()).toBe(0);
        for (const words of [state, bar.getByRole('button', { name: `@${HOST}` })])
          expect(await words.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
      });
      await counting.first().waitFor();
    } finally {
      await show.close();
    }
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
    const show = await goOnAir(browser, { username: HOST, script: 'empty' });
    try {
      await show.prepare(HOST);
      await show.call('session.act', { action: 'start' });
      const tool = await show.open();
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
      await show.close();
    }
  });
});
