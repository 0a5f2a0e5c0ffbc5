import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChromiumPages } from '#server/pages/chromium.ts';
import type { Line } from '#shared/contract/connection.ts';
import type { Simulator } from '#tests/simulator/simulator.ts';
import { findBrowser } from '#tests/support/browser.ts';
import { skipUnless } from '#tests/support/skipUnless.ts';
import { linesTo } from '../backstage/fixtures.ts';
import { backstage, simulator, startShow, temporaryFolder } from '../backstage/setup.ts';

const browser = findBrowser();
let pages: ChromiumPages;
beforeAll(() => {
  pages = new ChromiumPages(() => browser ?? null);
});
afterAll(() => pages.close());

const noPages = new ChromiumPages(() => null);

/** Line 1 chooses its way; Line 2 is direct. */
function autoLinesTo(sim: Simulator, signKey = ''): Line[] {
  return linesTo(sim).map((line) =>
    line.id === 'line1' ? { ...line, kind: 'auto', signUrl: sim.signUrl, signKey } : line,
  );
}

const storedWay = (dataDir: string): unknown => JSON.parse(readFileSync(join(dataDir, 'way.json'), 'utf8'));

describe('automatic line', () => {
  it('uses the direct way while it is accepted', async () => {
    const sim = await simulator();
    const { screen, dataDir } = await backstage({ lines: autoLinesTo(sim), pages: noPages });
    await startShow(screen, sim);
    sim.sendGift({ viewer: 'Mika', gift: 5655, count: 3 });
    await screen.until(() => screen.votes('anchor:a') === 3);
    expect(screen.connection?.auto?.inUse).toBe('direct');
    expect(storedWay(dataDir)).toMatchObject({ content: { last: 'direct' } });
  });

  it('skips the page if there is no browser, reports that, and uses the signing service', async () => {
    const sim = await simulator({ faults: 'direct-refused' });
    const { screen } = await backstage({ lines: autoLinesTo(sim, 'key'), pages: noPages });
    await startShow(screen, sim);
    sim.sendGift({ viewer: 'Mika', gift: 5655, count: 3 });
    await screen.until(() => screen.votes('anchor:a') === 3);
    expect(screen.connection?.auto).toEqual({
      inUse: 'signed',
      ways: [
        { way: 'direct', lacks: null, refusal: 'room.wayRefused' },
        { way: 'page', lacks: 'browser', refusal: null },
        { way: 'signed', lacks: null, refusal: null },
      ],
    });
  });

  it('waits, says what to install and tries again when the only way is refused', async () => {
    const sim = await simulator({ faults: 'direct-refused=1' });
    const { screen } = await backstage({ lines: autoLinesTo(sim), pages: noPages, random: () => 0 });
    await screen.call('room.open', { username: sim.username, lineId: 'line1' });
    await screen.until(() => screen.connection?.problem?.code === 'page.needsBrowser');
    await screen.live();
  });
});

describe(
  'automatic line with a browser',
  skipUnless(browser !== undefined, 'no Chromium is installed'),
  () => {
    it('reads the page when direct sockets are refused, and begins with the page at the next start', async () => {
      const sim = await simulator({ faults: 'direct-refused=1' });
      const dataDir = temporaryFolder();
      const lines = autoLinesTo(sim);
      const first = await backstage({ lines, pages, dataDir });
      const begun = Date.now();
      await startShow(first.screen, sim);
      sim.sendGift({ viewer: 'Mika', gift: 5655, count: 3 });
      await first.screen.until(() => first.screen.votes('anchor:a') === 3);
      expect(Date.now() - begun).toBeLessThan(15_000);
      expect(first.screen.connection?.auto?.inUse).toBe('page');
      expect(storedWay(dataDir)).toMatchObject({ content: { last: 'page' } });
      await first.close();

      const { screen } = await backstage({ lines, pages, dataDir });
      await sim.entered(2);
      // The platform would accept a direct socket now.
      expect(screen.connection?.auto?.inUse).toBe('page');
      sim.sendGift({ viewer: 'Mika', gift: 5655, count: 4 });
      await screen.until(() => screen.votes('anchor:a') === 7);
    });

    it('finds the room in its page when the platform refuses to look the room up', async () => {
      const sim = await simulator({ faults: 'look-up-blocked' });
      const { screen } = await backstage({ lines: autoLinesTo(sim), pages });
      const begun = Date.now();
      await startShow(screen, sim);
      sim.sendGift({ viewer: 'Mika', gift: 5655, count: 3 });
      await screen.until(() => screen.votes('anchor:a') === 3);
      expect(Date.now() - begun).toBeLessThan(15_000);
      expect(screen.connection?.auto).toMatchObject({
        inUse: 'page',
        ways: [{ refusal: 'room.blocked' }, { refusal: null }, { lacks: 'key' }],
      });
      expect(screen.state.room).toMatchObject({ roomId: sim.roomId, ownerId: sim.ownerId });
      sim.cutNow();
      await sim.entered(2);
      sim.sendGift({ viewer: 'Mika', gift: 5655, count: 4 });
      await screen.until(() => screen.votes('anchor:a') === 7);
    });

    it('finds in the page that the live has begun when look-ups are refused', async () => {
      const sim = await simulator({ faults: 'look-up-blocked,page-not-live=1' });
      const times = { lookEvery: 500 };
      const { screen } = await backstage({ lines: autoLinesTo(sim), pages, times });
      await screen.call('room.wait', { username: sim.username, lineId: 'line1' });
      await screen.live();
      expect(screen.connection?.roomId).toBe(sim.roomId);
      const phases = screen.pushes.flatMap((push) =>
        push.push === 'connection' ? [push.connection.phase] : [],
      );
      expect(new Set(phases)).toEqual(new Set(['idle', 'waiting', 'live']));
    });

    it('counts each gift once while it reads the page and Line 2 is direct', async () => {
      const sim = await simulator({ faults: 'direct-refused=1' });
      const { screen } = await backstage({ lines: autoLinesTo(sim), pages });
      const { lines } = await screen.call('lines.list', {});
      await screen.call('lines.save', { lines, bothLines: true });
      await startShow(screen, sim);
      await screen.until(
        () => screen.connection?.phase === 'live' && screen.connection.other?.phase === 'live',
      );
      await sim.entered(2);
      for (let count = 1; count <= 10; count += 1) sim.sendGift({ viewer: `v${count}`, gift: 5655, count });
      await screen.until(() => screen.votes('anchor:a') >= 55);
      await sim.allAcked();
      expect(screen.votes('anchor:a')).toBe(55);
      expect(screen.connection?.auto?.inUse).toBe('page');
    });
  },
);
