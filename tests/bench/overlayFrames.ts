import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { launchBrowser } from '../support/browser.ts';
import { goOnAir, prepareShow } from '../support/onAir.ts';
import { overlayPages } from '../support/overlayBuild.ts';
import { type OverlayDesk, openOverlayDesk } from '../support/overlayDoor.ts';
import { battleState, widgetOptions } from '../support/overlayShows.ts';
import { type OverlayView, openOverlayView } from '../support/overlayView.ts';
import { joinAsScreen } from '../support/screenClient.ts';
import { median, percentile } from './statistics.ts';

const RUNS = 5;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const PAGE = { width: 1080, height: 1920 };
const GIFTS_PER_SECOND = 200;
/** What the hub makes of them: at most so many changes a second. */
const CHANGES_PER_SECOND = 30;
/** Until the effects have found the quality that this machine can hold. */
const WARM_UP_MS = 3000;
const ROOM = 'bench';
const names = ['Mika', 'Rei', 'Yuki', 'Sora', 'Hina', 'Kaito'];

/**
 * What overlays cost the computer that streams, in a headless Chromium without a GPU: frames a second of a bar, a
 * ranking and the heaviest effect at 1080x1920 in a storm of gifts, the processor's share of overlays with
 * nothing to do, and how long a gift takes from the platform's socket to the overlay's painted row.
 */
export async function bench(): Promise<Record<string, number>> {
  const dir = await overlayPages();
  const storms: Frames[] = [];
  const idle: number[] = [];
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
    for (let run = 0; run < RUNS; run += 1) idle.push(await measureIdle(quiet, dir));
    for (let run = 0; run < RUNS; run += 1) delays.push(await measureDelay(quiet));
  } finally {
    await quiet.close();
  }
  return {
    'overlay.storm.framesPerSecond': median(storms.map(({ perSecond }) => perSecond)),
    'overlay.storm.longestFrame.ms': median(storms.map(({ longest }) => longest)),
    'overlay.idle.percentOfCore': median(idle),
    'overlay.giftToPixel.p50.ms': median(delays.map(({ p50 }) => p50)),
    'overlay.giftToPixel.p99.ms': median(delays.map(({ p99 }) => p99)),
  };
}

/** The three overlays of one stream, each a page of its own as in streaming software. */
async function openStream(browser: Browser, dir: string, state: OverlayState) {
  const english = { frame: { language: 'en' } };
  const all = [
    widgetOptions('pkBar', english),
    widgetOptions('ranking', { ...english, a: { top: 10 } }),
    widgetOptions('effects', { ...english, style: 'chinese', scene: 'smoke', lines: 'lightningCyan' }),
  ];
  const desks: OverlayDesk[] = [];
  const views: OverlayView[] = [];
  const close = async () => {
    for (const view of views) await view.close();
    for (const desk of desks) await desk.close();
  };
  try {
    for (const options of all) {
      const desk = await openOverlayDesk(dir, { options, state });
      desks.push(desk);
      const view = await openOverlayView(browser, desk.url, PAGE);
      views.push(view);
      await view.page.locator('.host > *').first().waitFor({ state: 'attached' });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { desks, effects: views[2]?.page, close };
}

interface Frames {
  perSecond: number;
  longest: number;
}

async function measureStorm(browser: Browser, dir: string): Promise<Frames> {
  const stream = await openStream(browser, dir, stateAt(0, 3));
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
      const frames = await page.evaluate(collectFrames, SECONDS * 1000);
      return { perSecond: frames.length / SECONDS, longest: Math.max(...frames) };
    } finally {
      clearInterval(storm);
    }
  } finally {
    await stream.close();
  }
}

/** Of one core, of all processes of the browser together. */
async function measureIdle(browser: Browser, dir: string): Promise<number> {
  const stream = await openStream(browser, dir, stateAt(100, 0));
  try {
    await wait(WARM_UP_MS);
    const before = { at: performance.now(), cpu: await cpuOf(browser) };
    await wait(SECONDS * 1000);
    const after = { at: performance.now(), cpu: await cpuOf(browser) };
    return ((after.cpu - before.cpu) * 100_000) / (after.at - before.at);
  } finally {
    await stream.close();
  }
}

/** Seconds of processor time that the browser has used. */
async function cpuOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  } finally {
    await session.detach();
  }
}

/** Every gift is worth one vote: it is on screen as soon as the total is as large as its number. */
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
    for (let number = 0; number < GIFTS_PER_SECOND * SECONDS; number += 1) {
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
    await view.close();
    screen.close();
    return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) };
  } finally {
    await show.close();
  }
}

/** The battle after so many gifts; the order changes now and then, as in a close one. */
function stateAt(gifts: number, effectLevel: number): OverlayState {
  const votes = (index: number) =>
    20_000 + Math.floor(gifts * (8 + 3 * Math.sin(gifts / 60 + index * 1.3))) * 10 + index * 130;
  const state = battleState({ names, votes, perSide: 3 });
  const { now } = state.battle;
  if (now === undefined) return state;
  const effectSide = effectLevel === 0 ? null : ('attacker' as const);
  return { ...state, battle: { now: { ...now, effectLevel, effectSide } } };
}

/** Runs in the page: the lengths of its frames for so many ms. */
function collectFrames(ms: number): Promise<number[]> {
  return new Promise((resolve) => {
    const frames: number[] = [];
    const begun = performance.now();
    let last = begun;
    const next = () => {
      const now = performance.now();
      frames.push(now - last);
      last = now;
      if (now - begun < ms) requestAnimationFrame(next);
      else resolve(frames);
    };
    requestAnimationFrame(next);
  });
}

/** Runs in the page: notes for each total when the first frame with it had been painted. */
function watchTotal(): void {
  const painted: [number, number][] = [];
  const channel = new MessageChannel();
  let total = 0;
  // A message posted while a frame is made is handled after that frame has been painted.
  channel.port1.onmessage = () => painted.push([total, performance.timeOrigin + performance.now()]);
  new MutationObserver(() => {
    total = Number(document.querySelector('.total__votes')?.textContent.replaceAll(/\D/g, ''));
    channel.port2.postMessage(null);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
  Object.assign(window, { paintedTotals: painted });
}

/** Runs in the page: what `watchTotal` has noted, once the total is this large. */
async function totalsUntil(total: number): Promise<[number, number][]> {
  for (;;) {
    const noted: unknown = Reflect.get(window, 'paintedTotals');
    if (Array.isArray(noted) && Number(noted.at(-1)?.[0]) >= total) return noted;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
