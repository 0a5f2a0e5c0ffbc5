import type { Browser } from 'playwright';
import type { Simulator } from '#tests/simulator/simulator.ts';
import { launchBrowser } from '../support/browser.ts';
import { goOnAir, type OnAirWeb, presetOf } from '../support/onAir.ts';
import { joinAsScreen } from '../support/screenClient.ts';
import { type Frames, frameFigures, WARM_UP_MS, watchFrames } from './frames.ts';
import { median } from './statistics.ts';

const RUNS = 5;
const ROOM = 'bench';
const VIEWERS = 100_000;
/** Messages with a gift per second; a message adds two gifts or more on average. */
const loads = { battle: 500, busier: 1000 };
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const ROSE = 5655;
/** Gifts sent before the bench waits for their acknowledgements. */
const BATCH = 2000;

/**
 * Measures the frames of the Homepage under its highest load: a battle with bar and countdown, 100,000 viewers in the
 * lists, and a thousand gifts a second, then a thousand messages with gifts. Uses headless Chromium without GPU. Each
 * figure is the median of five runs with new pages.
 */
export async function bench(): Promise<Record<string, number>> {
  const browser = await launchBrowser();
  const figures: Record<string, number> = {};
  try {
    for (const [load, messages] of Object.entries(loads)) {
      const runs = await measureLoad(browser, messages);
      const middle = (figure: (run: Busy) => number) => median(runs.map(figure));
      Object.assign(figures, frameFigures(`homepage.${load}`, runs));
      figures[`homepage.${load}.giftsPerSecond`] = middle((run) => run.giftsPerSecond);
      figures[`homepage.${load}.viewers`] = middle((run) => run.viewers);
    }
    return figures;
  } finally {
    await browser.close();
  }
}

async function measureLoad(browser: Browser, messages: number): Promise<Busy[]> {
  const show = await goOnAir(browser, {
    username: ROOM,
    script: 'rush',
    giftsPerSecond: messages,
    held: true,
  });
  try {
    await startBattle(show);
    await fillRoom(show.simulator);
    const runs: Busy[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await measure(show, messages));
    return runs;
  } finally {
    await show.close();
  }
}

async function startBattle({ simulator, ringside }: OnAirWeb): Promise<void> {
  const screen = await joinAsScreen(ringside.url);
  const { preset } = await screen.call('presets.save', {
    preset: { ...presetOf(simulator), mode: 'battle', round: { length: 999, clearance: 1000 } },
  });
  await screen.call('room.open', { username: ROOM, lineId: 'line1' });
  await screen.push((push) => push.push === 'connection' && push.connection.phase === 'live');
  await screen.call('session.choosePreset', { presetId: preset.id });
  await screen.call('session.act', { action: 'start' });
  const [defender = '', ...attacker] = preset.anchors.map(({ id }) => id);
  await screen.call('round.prepare', { attacker, defender: [defender] });
  await screen.call('round.act', { action: 'start' });
  screen.close();
}

/** One in eight viewers sends an anchor's exclusive gift, so that both sides have votes and viewers. */
async function fillRoom(simulator: Simulator): Promise<void> {
  const exclusive = simulator.anchors.map(({ gift }) => gift.id);
  for (let viewer = 0; viewer < VIEWERS; viewer++) {
    const gift = viewer % 8 === 0 ? (exclusive[(viewer / 8) % exclusive.length] ?? ROSE) : ROSE;
    simulator.sendGift({ viewer: `viewer-${viewer}`, gift, close: false });
    if (viewer % BATCH === BATCH - 1) await simulator.allAcked();
  }
  await simulator.allAcked();
}

interface Busy extends Frames {
  giftsPerSecond: number;
  viewers: number;
}

async function measure(show: OnAirWeb, messages: number): Promise<Busy> {
  const tool = await show.open();
  // The load time of the page is excluded.
  tool.page.setDefaultTimeout(120_000);
  await tool.page.locator('[data-stage]').waitFor();
  await tool.page.waitForFunction(leadAbove, VIEWERS - 1);
  const { Counted: shown = 0 } = await tool.totals();
  show.simulator.resume();
  await tool.page.waitForFunction(leadAbove, shown + 3 * messages);
  await tool.page.waitForTimeout(WARM_UP_MS);
  const begun = await tool.totals();
  const frames = await watchFrames(tool.page, SECONDS);
  const ended = await tool.totals();
  show.simulator.pause();
  await show.simulator.allAcked();
  await tool.close();
  return {
    ...frames,
    giftsPerSecond: ((ended.Gifts ?? 0) - (begun.Gifts ?? 0)) / SECONDS,
    viewers: ended['Number of gift givers'] ?? 0,
  };
}

/** Runs in the page: whether more than these votes are on screen. */
function leadAbove(votes: number): boolean {
  return Number(document.querySelector('[data-totals] dd')?.textContent?.replaceAll(/\D/g, '')) > votes;
}
