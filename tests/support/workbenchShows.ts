import type { Browser } from 'playwright';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { skins, workbenchSize } from '#shared/contract/overlay/widget.ts';
import { overlayPages } from './overlayBuild.ts';
import { type OverlayDesk, openOverlayDesk } from './overlayEndpoint.ts';
import { battleState, widgetOptions } from './overlayShows.ts';
import { type OverlayView, openOverlayView } from './overlayView.ts';

/** A resurrection with one anchor out, one reviving, and one far over the clearance score. */
export function workbenchState(
  names: readonly string[],
  votes: (index: number) => number = (index) => index * 8_888_880,
): OverlayState {
  const state = battleState({ names, votes, perSide: Math.max(1, Math.floor(names.length / 3)) });
  const scores = Object.entries(state.scores).map(([id, score], index) => [
    id,
    {
      ...score,
      streak: index % 3 === 0 ? 12 : 0,
      out: index === 1,
      reviving: index === 2,
      overTenths: index === names.length - 1 ? 123_450 : null,
    },
  ]);
  const now = state.round.now;
  if (now === undefined) return state;
  const countdown = { length: 60_000, ran: 20_000, since: null };
  return {
    ...state,
    scores: Object.fromEntries(scores),
    round: { now: { ...now, kind: 'resurrection', countdown } },
  };
}

/** A different skin for each anchor. */
export const inAllSkins = (names: readonly string[]) =>
  Object.fromEntries(names.map((_, index) => [`a${index + 1}`, skins[index % skins.length]]));
export const workbenchOptions = (more: object = {}, calm = false) =>
  widgetOptions('workbench', { frame: { language: 'en', calm }, ...more });

/** Starts a hub with a workbench of three anchors. */
export async function openWorkbenchDesk(): Promise<OverlayDesk> {
  const state = workbenchState(['Mika', 'Rei', 'Yuki']);
  return openOverlayDesk(await overlayPages(), { options: workbenchOptions(), state });
}

/** Opens a workbench in its size for this number of anchors, times `by`. */
export async function openBench(
  browser: Browser,
  url: string,
  layout: 'horizontal' | 'vertical',
  anchors: number,
  by = 1,
): Promise<OverlayView> {
  const { width, height } = workbenchSize(layout, anchors);
  const view = await openOverlayView(browser, url, {
    width: Math.round(width * by),
    height: Math.round(height * by),
  });
  await view.page
    .locator('.wb-seat')
    .nth(anchors - 1)
    .waitFor();
  return view;
}
