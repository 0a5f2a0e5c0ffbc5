import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LivePage, Pages } from '#backstage/sources/page/pageSource.ts';
import { ChromiumPages } from '#server/pages/chromium.ts';
import { type Simulator, startSimulator } from '#tests/simulator/simulator.ts';
import { findBrowser } from '#tests/support/browser.ts';
import { skipUnless } from '#tests/support/skipUnless.ts';
import { type CountingClient, listenAndCount } from './countingClient.ts';

/** A page has 6 s to open its socket. */
const HURRY = 10;

const browser = findBrowser();
let chromium: ChromiumPages;
let simulator: Simulator | undefined;
let listener: CountingClient | undefined;
beforeAll(() => {
  chromium = new ChromiumPages(() => browser ?? null);
});
afterEach(async () => {
  listener?.stop();
  await simulator?.close();
});
afterAll(() => chromium.close());

async function play(faults: string, pages: Pages = chromium, hurry = HURRY) {
  const running = await startSimulator({ script: 'empty', faults });
  const listening = listenAndCount(running, 'page', 'healthy', pages, hurry);
  simulator = running;
  listener = listening;
  return { simulator: running, listener: listening };
}

/** Pages with a window. `last` is the page that was opened last. */
function pagesWithWindow(): Pages & {
  last: LivePage | null;
  shown: boolean[];
  press(): Promise<unknown>;
} {
  const pages = {
    state: 'ready' as const,
    hasWindows: true,
    signOut: () => chromium.signOut(),
    shown: [] as boolean[],
    last: null as LivePage | null,
    open: async (line: Parameters<Pages['open']>[0]) => {
      pages.last = { ...(await chromium.open(line)), show: (on) => pages.shown.push(on) };
      return pages.last;
    },
    press: async () =>
      pages.last?.devtools.send('Runtime.evaluate', {
        expression: "document.querySelector('#go-on').click()",
      }),
  };
  return pages;
}

describe('page line', skipUnless(browser !== undefined, 'no Chromium is installed'), () => {
  it.each([
    ['page-sign-in', 'page.signIn'],
    ['page-age-gate', 'page.ageGate'],
    ['page-captcha', 'page.captcha'],
    ['page-region', 'page.region'],
    ['page-unknown-user', 'room.noSuchUser'],
    ['page-not-live', 'room.notLive'],
    ['page-ended', 'room.ended'],
  ])('reports what the page shows instead of the room: %s', async (fault, code) => {
    const { listener } = await play(fault);
    await listener.until((state) => state.phase === 'failed');
    expect(listener.client.state.problem).toEqual({ code });
  });

  it('reports that the page opens no socket, and loads it again', async () => {
    const { simulator, listener } = await play('page-no-socket=1');
    await listener.until((state) => state.problem !== null);
    expect(listener.client.state.problem).toEqual({ code: 'page.noSocket' });
    await simulator.entered(1);
    await listener.until((state) => state.phase === 'live');
  });

  it.each([
    ['page-captcha', 'page.captcha'],
    ['page-age-gate', 'page.ageGate'],
    ['page-sign-in', 'page.signIn'],
  ])('continues without another attempt once a person has solved: %s', async (fault, code) => {
    const pages = pagesWithWindow();
    const { simulator, listener } = await play(fault, pages, 1);
    await listener.until((state) => state.phase === 'blocked');
    expect(listener.client.state).toMatchObject({ problem: { code }, attempt: 0, nextTryAt: null });
    await pages.press();
    await simulator.entered(1);
    await listener.until((state) => state.phase === 'live');
    expect(listener.client.state.problem).toBeNull();
    simulator.sendGift({ viewer: 'Mika', gift: 5655, count: 3 });
    await expect.poll(() => listener.count().gifts).toBe(3);
  });
});
