import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { overlayRate } from '#shared/contract/overlay/message.ts';
import { launchBrowser } from '../support/browser.ts';
import { frameLengths } from '../support/frameLengths.ts';
import { goOnAir, prepareShow } from '../support/onAir.ts';
import { overlayPages } from '../support/overlayBuild.ts';
import { openOverlayView } from '../support/overlayView.ts';
import { joinAsScreen } from '../support/screenClient.ts';
import {
  measureIdle,
  openStream,
  SECONDS,
  stateAt,
  streamWidgets,
  WARM_UP_MS,
  workbench,
} from './overlayStream.ts';
import { median, percentile } from './statistics.ts';

const RUNS = 5;
const GIFTS_PER_SECOND = 200;
/** Most changes per second that the hub sends. */
const CHANGES_PER_SECOND = overlayRate.few;
const ROOM = 'bench';

/**
 * Measures the load of overlays on the streaming computer, in headless Chromium without GPU. Figures: frames per second
 * of a bar, a ranking and an effect of level 3 at 1080x1920 under many gifts; processor share of the same without gifts, of
 * idle overlays and of an idle workbench; and the time from the platform's socket to the painted row.
 */
export async function bench(): Promise<Record<string, number>> {
  const dir = await overlayPages();
  const storms: Frames[] = [];
  const idle: Record<'stream' | 'workbench' | 'keyed', number[]> = { stream: [], workbench: [], keyed: [] };
  const effect: number[] = [];
  const delays: { p50: number; p99: number }[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const browser = await launchBrowser();
    try {
      storms.push(await measureStorm(browser, dir));
    } finally {
      await browser.close();
    }
  }
  const quiet = await launchBrowser();
  try {
    for (let run = 0; run < RUNS; run += 1) {
      const state = stateAt(100, 0);
      idle.stream.push(await measureIdle(quiet, dir, { state, widgets: streamWidgets }));
      effect.push(await measureIdle(quiet, dir, { state: stateAt(100, 3), widgets: streamWidgets }));
      for (const kind of ['workbench', 'keyed'] as const) {
        idle[kind].push(await measureIdle(quiet, dir, workbench(kind === 'keyed')));
      }
    }
    for (let run = 0; run < RUNS; run += 1) delays.push(await measureDelay(quiet));
  } finally {
    await quiet.close();
  }
  return {
    'overlay.storm.framesPerSecond': median(storms.map(({ perSecond }) => perSecond)),
    'overlay.storm.longestFrame.ms': median(storms.map(({ longest }) => longest)),
    'overlay.effect.percentOfCore': median(effect),
    'overlay.idle.percentOfCore': median(idle.stream),
    'overlay.idle.workbench.percentOfCore': median(idle.workbench),
    'overlay.idle.keyedWorkbench.percentOfCore': median(idle.keyed),
    'overlay.giftToPixel.p50.ms': median(delays.map(({ p50 }) => p50)),
    'overlay.giftToPixel.p99.ms': median(delays.map(({ p99 }) => p99)),
  };
}

interface Frames {
  perSecond: number;
  longest: number;
}

async function measureStorm(browser: Browser, dir: string): Promise<Frames> {
  const stream = await openStream(browser, dir, { state: stateAt(0, 3), widgets: streamWidgets });
  try {
    const page = stream.effects;
    if (page === undefined) throw new Error('no effects');
    await page.locator('.fx-set').waitFor({ state: 'attached' });
    let gifts = 0;
    const storm = setInterval(() => {
      gifts += GIFTS_PER_SECOND / CHANGES_PER_SECOND;
      const state = stateAt(Math.floor(gifts), 3);
      for (const desk of stream.desks) desk.show(state);
    }, 1000 / CHANGES_PER_SECOND);
    try {
      await wait(WARM_UP_MS);
      const frames = await page.evaluate(frameLengths, SECONDS * 1000);
      return { perSecond: frames.length / SECONDS, longest: Math.max(...frames) };
    } finally {
      clearInterval(storm);
    }
  } finally {
    await stream.close();
  }
}

/**
 * Each gift is worth one vote, so gift N is on screen when the total is at least N. The first gifts do not count: a
 * server that has just started compiles its code.
 */
async function measureDelay(browser: Browser): Promise<{ p50: number; p99: number }> {
  const show = await goOnAir(browser, { username: ROOM, script: 'empty' });
  try {
    await prepareShow(show.ringside.url, show.simulator, ROOM);
    const screen = await joinAsScreen(show.ringside.url);
    await screen.call('session.act', { action: 'start' });
    const { link } = await screen.call('overlay.create', {
      kind: 'totalVotes',
      name: 'Votes',
      language: 'en',
    });
    const view = await openOverlayView(browser, link.url, { width: 540, height: 960 });
    await view.page.locator('.total__votes').waitFor();
    await view.page.evaluate(watchTotal);
    const sent: number[] = [];
    const begun = performance.now();
    const warmUp = (GIFTS_PER_SECOND * WARM_UP_MS) / 1000;
    for (let number = 0; number < warmUp + GIFTS_PER_SECOND * SECONDS; number += 1) {
      const early = begun + (number * 1000) / GIFTS_PER_SECOND - performance.now();
      if (early > 0) await wait(early);
      sent.push(performance.timeOrigin + performance.now());
      show.simulator.sendGift({ viewer: `gift-${number}.`, gift: 5655, close: false });
    }
    await show.simulator.allAcked();
    const painted = await view.page.evaluate(totalsUntil, sent.length);
    const delays = sent.flatMap((at, index) => {
      const seen = painted.find(([total]) => total > index);
      return seen === undefined ? [] : [seen[1] - at];
    });
    if (delays.length < sent.length) throw new Error(`${delays.length} of ${sent.length} gifts were painted`);
    delays.splice(0, warmUp);
    await view.close();
    screen.close();
    return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) };
  } finally {
    await show.close();
  }
}

/** Runs in the page: records the time of the first painted frame with each total. */
function watchTotal(): void {
  const painted: [number, number][] = [];
  const channel = new MessageChannel();
  let total = 0;
  // A message posted during a frame is handled after its paint.
  channel.port1.onmessage = () => painted.push([total, performance.timeOrigin + performance.now()]);
  new MutationObserver(() => {
    total = Number(document.querySelector('.total__votes')?.textContent.replaceAll(/\D/g, ''));
    channel.port2.postMessage(null);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
  Object.assign(window, { paintedTotals: painted });
}

/** Runs in the page: the times of `watchTotal`, once the total is at least this large. */
async function totalsUntil(total: number): Promise<[number, number][]> {
  for (;;) {
    const noted: unknown = Reflect.get(window, 'paintedTotals');
    if (Array.isArray(noted) && Number(noted.at(-1)?.[0]) >= total) return noted;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
