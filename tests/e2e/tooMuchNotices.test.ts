import type { Browser } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { linesTo } from '#tests/integration/backstage/fixtures.ts';
import { startBomber } from '#tests/support/bomber.ts';
import { HOST, ROSE } from '#tests/support/duel.ts';
import { goOnAir } from '#tests/support/onAir.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe('room that sends more than Ringside can read', () => {
  it('shows a notice that moves no button, and the other line counts all gifts', async () => {
    const show = await goOnAir(browser, { username: HOST, script: 'empty' });
    const bomber = await startBomber();
    try {
      await show.prepare(HOST);
      await show.call('session.act', { action: 'start' });
      const [line1, line2] = linesTo(show.simulator);
      if (line1 === undefined || line2 === undefined) throw new Error('there are two lines');
      await show.call('lines.save', { lines: [{ ...line1, wsUrl: bomber.url }, line2] });
      const tool = await show.open();
      const { page } = tool;
      const pause = tool.button(/^Pause/);
      const before = await pause.boundingBox();
      await show.call('room.open', { username: HOST, lineId: 'line1' });
      const notice = page.getByRole('alert').getByText('The room sends more than Ringside can read at once');
      await notice.waitFor();
      expect(await notice.textContent()).toContain('None is lost. If this goes on, choose the other line.');
      expect(await pause.boundingBox()).toEqual(before);

      await tool.tab('Setting');
      await page.getByRole('radiogroup', { name: 'Line', exact: true }).getByText('Line 2').click();
      await show.simulator.entered(2);
      show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 3 });
      await notice.waitFor({ state: 'detached' });
      await tool.tab('Homepage');
      await expect.poll(async () => (await tool.totals()).Gifts).toBe(3);
      expect(tool.complaints).toEqual([]);
    } finally {
      bomber.close();
      await show.close();
    }
  });
});
