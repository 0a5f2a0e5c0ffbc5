import type { Browser } from 'playwright';
import { launchBrowser } from '../support/browser.ts';
import { frameLengths } from '../support/frameLengths.ts';
import { goOnAir, prepareShow } from '../support/onAir.ts';
import { type Frames, frameFigures, WARM_UP_MS, watchFrames } from './frames.ts';
import { median, percentile } from './statistics.ts';

const RUNS = 5;
const ROOM = 'bench';
const PACED = { perSecond: 200, seconds: Number(process.env.BENCH_SECONDS ?? 10) };
/** Messages with a gift per second; a message adds two gifts or more on average. */
const storms = { storm: 520, fiercer: 1000 };
const STORM_SECONDS = Number(process.env.BENCH_SECONDS ?? 60);

/**
 * Measures the host's screen under load: the time from the platform's socket to the painted row, and the longest frame
 * during a thousand gifts a second, then during a thousand messages with gifts. Uses headless Chromium without GPU.
 * Each figure is the median of five runs.
 */
export async function bench(): Promise<Record<string, number>> {
  const browser = await launchBrowser();
  try {
    const delays: Delays[] = [];
    for (let run = 0; run < RUNS; run++) delays.push(await measureDelay(browser));
    const middle = <T>(runs: readonly T[], figure: (run: T) => number) => median(runs.map(figure));
    const figures: Record<string, number> = {
      'screen.giftToRow.p50.ms': middle(delays, (run) => run.p50),
      'screen.giftToRow.p99.ms': middle(delays, (run) => run.p99),
      'screen.giftToRow.idleFrame.ms': middle(delays, (run) => run.idleFrame),
    };
    for (const [storm, messages] of Object.entries(storms)) {
      const runs: Storm[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await measureStorm(browser, messages));
      Object.assign(figures, frameFigures(`screen.${storm}`, runs));
      figures[`screen.${storm}.giftsPerSecond`] = middle(runs, (run) => run.giftsPerSecond);
    }
    return figures;
  } finally {
    await browser.close();
  }
}

interface Delays {
  p50: number;
  p99: number;
  /** Median frame time without load, ms. No delay can be shorter. */
  idleFrame: number;
}

/** Sends each gift from a different viewer, to identify its row. */
async function measureDelay(browser: Browser): Promise<Delays> {
  const show = await goOnAir(browser, { username: ROOM, script: 'empty' });
  try {
    await prepareShow(show.ringside.url, show.simulator, ROOM);
    const tool = await show.open({ height: 1080 });
    await tool.button(/^Start/).click();
    await tool.button(/^Pause/).waitFor();
    const idleFrame = percentile(await tool.page.evaluate(frameLengths, 1000), 0.5);
    await tool.page.evaluate(watchRows);
    const sent = new Map<string, number>();
    const begun = performance.now();
    const unmeasured = (PACED.perSecond * WARM_UP_MS) / 1000;
    for (let number = 0; number < unmeasured + PACED.perSecond * PACED.seconds; number++) {
      const due = begun + (number * 1000) / PACED.perSecond;
      const early = due - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      const viewer = `gift-${number}.`;
      if (number >= unmeasured) sent.set(viewer, performance.timeOrigin + performance.now());
      show.simulator.sendGift({ viewer, gift: 5655, close: false });
    }
    await show.simulator.allAcked();
    const painted = new Map(await tool.page.evaluate(paintedRows));
    const delays: number[] = [];
    for (const [viewer, at] of sent) {
      // A row that scrolled out before its first paint counts as late.
      delays.push((painted.get(viewer) ?? Number.POSITIVE_INFINITY) - at);
    }
    return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), idleFrame };
  } finally {
    await show.close();
  }
}

interface Storm extends Frames {
  giftsPerSecond: number;
}

async function measureStorm(browser: Browser, messages: number): Promise<Storm> {
  const show = await goOnAir(browser, {
    username: ROOM,
    script: 'rush',
    giftsPerSecond: messages,
    held: true,
  });
  try {
    await prepareShow(show.ringside.url, show.simulator, ROOM);
    const tool = await show.open();
    await tool.button(/^Start/).click();
    await tool.button(/^Pause/).waitFor();
    show.simulator.resume();
    await tool.page.waitForFunction(
      () => Number(document.querySelector('[data-totals] dd')?.textContent?.replaceAll(/\D/g, '')) > 1000,
    );
    await tool.page.waitForTimeout(WARM_UP_MS);
    const before = (await tool.totals()).Gifts ?? 0;
    const frames = await watchFrames(tool.page, STORM_SECONDS);
    const after = (await tool.totals()).Gifts ?? 0;
    return { ...frames, giftsPerSecond: (after - before) / STORM_SECONDS };
  } finally {
    await show.close();
  }
}

/** Runs in the page: records the time of the frame that first painted a row of each viewer. */
function watchRows(): void {
  const painted = new Map<string, number>();
  const waiting = new Set<string>();
  const channel = new MessageChannel();
  // A message posted during a frame is handled after its paint.
  channel.port1.onmessage = () => {
    const at = performance.timeOrigin + performance.now();
    for (const name of waiting) if (!painted.has(name)) painted.set(name, at);
    waiting.clear();
  };
  new MutationObserver(() => {
    for (const cell of document.querySelectorAll('[data-cell="viewer"]')) waiting.add(cell.textContent);
    channel.port2.postMessage(null);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
  Object.assign(window, { paintedRows: painted });
}

/** Runs in the page: the times of `watchRows`. */
function paintedRows(): [string, number][] {
  const noted: unknown = Reflect.get(window, 'paintedRows');
  return noted instanceof Map ? [...noted] : [];
}
