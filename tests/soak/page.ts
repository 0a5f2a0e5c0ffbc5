import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openBackstage } from '#backstage/openBackstage.ts';
import type { LivePage } from '#backstage/sources/page/pageSource.ts';
import { ChromiumPages } from '#server/pages/chromium.ts';
import { linesTo, presetOfTwo } from '#tests/integration/backstage/fixtures.ts';
import { TestScreen } from '#tests/integration/backstage/testScreen.ts';
import { startSimulator } from '#tests/simulator/simulator.ts';
import { findBrowser } from '#tests/support/browser.ts';
import type { SoakOptions, SoakResult } from './soak.ts';

/** Two hours with a reload every ten minutes. */
const RELOADS = 12;
/** Show time between two reloads (ms). */
const BETWEEN = 600_000;
/**
 * By default the show plays this many times as fast as real time. The browser, the page and the line always run in real
 * time.
 */
const SPEED = 20;
/**
 * Time limit for the page to be back in the room (ms). A busy machine may need a second load of the page, a minute after
 * the first. The result has the slowest return.
 */
const BACK_WITHIN = 300_000;

/**
 * Reads two hours of a show from its room page, which reloads itself every ten minutes. Every delivered gift must count
 * once, and every reload must leave a gap.
 */
export async function soak({ count = RELOADS, seed, speed = SPEED, say }: SoakOptions): Promise<SoakResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ringside-soak-'));
  const chromium = new ChromiumPages(() => findBrowser() ?? null);
  const opened: LivePage[] = [];
  const pages = {
    state: chromium.state,
    hasWindows: false,
    signOut: () => chromium.signOut(),
    open: async (line: Parameters<typeof chromium.open>[0]) => {
      const page = await chromium.open(line);
      opened.push(page);
      return page;
    },
  };
  const simulator = await startSimulator({
    script: 'mixed',
    seed,
    speed,
    faults: 'duplicate,reorder',
  });
  const lines = linesTo(simulator).map((line) => ({ ...line, kind: 'page' as const }));
  const backstage = await openBackstage({ dataDir, build: 'soak', lines, pages });
  const screen = new TestScreen(backstage);
  const backIn: number[] = [];
  let unmarked = 0;
  let wrong = 0;
  try {
    await screen.subscribe();
    const { preset } = await screen.call('presets.save', { preset: presetOfTwo });
    await screen.call('session.choosePreset', { presetId: preset.id });
    await screen.call('room.open', { username: simulator.username, lineId: 'line1' });
    await screen.call('session.act', { action: 'start' });
    await screen.live();
    for (let reload = 1; reload <= count; reload += 1) {
      await wait(BETWEEN / speed);
      const gaps = screen.state.gaps.length;
      const begun = performance.now();
      await opened.at(-1)?.devtools.send('Page.reload');
      const isMarked = await within(BACK_WITHIN, () => screen.state.gaps.length > gaps);
      const back = Math.round(performance.now() - begun);
      backIn.push(back);
      if (!isMarked) unmarked += 1;
      // Compare while nothing is on its way.
      simulator.pause();
      await simulator.allAcked();
      const { gifts, diamonds } = simulator.delivered();
      const isEqual = await within(BACK_WITHIN, () => {
        const { seen } = screen.state;
        return seen.count === gifts && seen.diamonds === diamonds;
      });
      if (!isEqual) wrong += 1;
      simulator.resume();
      const counted = `${screen.state.seen.count} gifts${isEqual ? ', equal' : `, NOT EQUAL to ${gifts}`}`;
      say(
        `reload ${reload}: back after ${back} ms, ${isMarked ? 'gap marked' : 'NO GAP MARKED'}, ${counted}`,
      );
    }
    const { shown, lostMessages, strange } = simulator.truth();
    return {
      passed: unmarked === 0 && wrong === 0 && strange.length === 0,
      reloads: count,
      showMinutes: Math.round(simulator.played() / 60_000),
      gifts: screen.state.seen.count,
      shownGifts: shown.gifts,
      lostMessages,
      gaps: screen.state.gaps.length,
      pagesOpened: opened.length,
      unmarked,
      wrong,
      slowestReturnMs: Math.max(...backIn),
      strange,
    };
  } finally {
    await backstage.close();
    await simulator.close();
    await chromium.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function within(limit: number, holds: () => boolean): Promise<boolean> {
  for (const until = performance.now() + limit; performance.now() < until; await wait(20)) {
    if (holds()) return true;
  }
  return holds();
}
