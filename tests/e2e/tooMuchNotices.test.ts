import type { Browser } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { linesTo } from '#tests/integration/backstage/fixtures.ts';
import { ADMIN, addHost, forMany, tokenOf } from '#tests/support/accounts.ts';
import { startBomber } from '#tests/support/bomber.ts';
import { HOST, ROSE } from '#tests/support/duel.ts';
import { goOnAir } from '#tests/support/onAir.ts';
import { startRingside } from '#tests/support/ringside.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { Visitor } from '#tests/support/visitor.ts';

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

describe('host whose presets exceed the limit', () => {
  it('reads why a copy was refused, and can copy after deleting another preset', async () => {
    const server = await startRingside({ env: { ...forMany, HOST_PRESETS_KB: '64' } });
    const opened: Visitor[] = [];
    try {
      const host = await addHost(server.url, 'presets@example.jp', await tokenOf(server.url, ADMIN));
      const screen = await joinAsScreen(server.url, { token: await tokenOf(server.url, host) });
      const points = Object.fromEntries(
        Array.from({ length: 2000 }, (_, index) => [`${50_000_000 + index}`, 1]),
      );
      for (const name of ['Friday', 'Saturday']) {
        await screen.call('presets.save', {
          preset: { name, anchors: [], score: { by: 'points', points } },
        });
      }
      screen.close();
      const visitor = await Visitor.open(browser, server, 'login?redirect=/tool/live');
      opened.push(visitor);
      const { page } = visitor;
      await visitor.signIn(host.email, host.password);
      await visitor.button('Copy Friday').click();
      const refusal = page.getByRole('alert').filter({ hasText: 'Friday could not be imported.' });
      await refusal.getByText('Together, your presets exceed the 64 KB').waitFor();
      await refusal.getByText('Delete presets, or make this one shorter.').waitFor();

      await visitor.button('Delete Saturday').click();
      await visitor.button('Copy Friday').click();
      await page.getByRole('button', { name: /^Delete Friday .+/ }).waitFor();
    } finally {
      for (const visitor of opened) await visitor.close();
      await server.stop();
    }
  });
});
