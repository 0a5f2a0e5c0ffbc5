import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markAsCopy } from '#backstage/dataFolder.ts';
import { Uncounted } from '#backstage/show/uncounted.ts';
import { rose } from '#tests/integration/backstage/journalShow.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { HOST, onDuel, ROSE } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import { goOnAir } from '#tests/support/onAir.ts';
import { skipUnless } from '#tests/support/skipUnless.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  await web.start();
});
afterAll(async () => {
  await web.stop();
  await browser.close();
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

/** On Linux any user can limit the file size of their own process. */
const canBound = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;

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
      spawnSync('prlimit', ['--pid', String(show.ringside.process.pid), '--fsize=2000:unlimited']);
      show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 3 });
      await tool.page.getByRole('alert').getByText('The disk is full.', { exact: false }).waitFor();
      await line.getByText('Stopped', { exact: true }).waitFor();
      expect(await promise.count()).toBe(0);
    } finally {
      await show.close();
    }
  });
});
