import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, CDPSession } from 'playwright';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { skins, type WidgetOptions, workbenchSize } from '#shared/contract/overlay/widget.ts';
import { type OverlayDesk, openOverlayDesk } from '../support/overlayEndpoint.ts';
import { battleState, widgetOptions } from '../support/overlayShows.ts';
import { type OverlayView, openOverlayView } from '../support/overlayView.ts';

/** Length of each measurement. */
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const PAGE = { width: 1080, height: 1920 };
/** Time for the effects to adapt their quality to this machine. */
export const WARM_UP_MS = 3000;
const names = ['Mika', 'Rei', 'Yuki', 'Sora', 'Hina', 'Kaito'];

const english = { frame: { language: 'en' } };
/** The three overlays of one stream. */
export const streamWidgets = [
  widgetOptions('pkBar', english),
  widgetOptions('ranking', { ...english, a: { top: 10 } }),
  widgetOptions('effects', { ...english, style: 'chinese', scene: 'smoke', lines: 'lightningCyan' }),
];

/** The widgets and the size of each page. */
interface Stream {
  state: OverlayState;
  widgets: readonly WidgetOptions[];
  page?: { width: number; height: number };
}

/** A full workbench with a different skin per seat; `keyed` gives hard edges. */
export function workbench(keyed: boolean): Stream {
  const all = [...names, 'Nao', 'Ren'];
  const skinOf = Object.fromEntries(all.map((_, index) => [`a${index + 1}`, skins[index % skins.length]]));
  const background = { kind: keyed ? 'green' : 'transparent' };
  return {
    state: battleState({ names: all, perSide: 3 }),
    widgets: [widgetOptions('workbench', { ...english, skinOf, background })],
    page: workbenchSize('horizontal', all.length),
  };
}

/** Opens overlays on separate pages, as in streaming software. */
export async function openStream(browser: Browser, dir: string, { state, widgets, page = PAGE }: Stream) {
  const desks: OverlayDesk[] = [];
  const views: OverlayView[] = [];
  const close = async () => {
    for (const view of views) await view.close();
    for (const desk of desks) await desk.close();
  };
  try {
    for (const options of widgets) {
      const desk = await openOverlayDesk(dir, { options, state });
      desks.push(desk);
      const view = await openOverlayView(browser, desk.url, page);
      views.push(view);
      await view.page.locator('.host > *').first().waitFor({ state: 'attached' });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { desks, effects: views[2]?.page, close };
}

/** Share of one core used by all processes of the browser. */
export async function measureIdle(browser: Browser, dir: string, shown: Stream): Promise<number> {
  const stream = await openStream(browser, dir, shown);
  // A new session attaches to all pages, which takes each of them some 40 ms.
  const session = await browser.newBrowserCDPSession();
  try {
    await wait(WARM_UP_MS);
    const before = { at: performance.now(), cpu: await cpuOf(session) };
    await wait(SECONDS * 1000);
    const after = { at: performance.now(), cpu: await cpuOf(session) };
    return ((after.cpu - before.cpu) * 100_000) / (after.at - before.at);
  } finally {
    await session.detach();
    await stream.close();
  }
}

/** Processor time of the browser, s. */
async function cpuOf(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** The battle after `gifts` gifts. The ranking changes from time to time. */
export function stateAt(gifts: number, effectLevel: number): OverlayState {
  const votes = (index: number) =>
    20_000 + Math.floor(gifts * (8 + 3 * Math.sin(gifts / 60 + index * 1.3))) * 10 + index * 130;
  const state = battleState({ names, votes, perSide: 3 });
  const { now } = state.battle;
  if (now === undefined) return state;
  const effectSide = effectLevel === 0 ? null : ('attacker' as const);
  return { ...state, battle: { now: { ...now, effectLevel, effectSide } } };
}
