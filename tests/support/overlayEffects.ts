import type { Page } from 'playwright';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { battleState, widgetOptions } from './overlayShows.ts';

type Level = 0 | 1 | 2 | 3;
type Side = 'attacker' | 'defender';

/** Parts of a page that tests of effects look at. */
export const middle = { left: 0.2, top: 0.2, right: 0.8, bottom: 0.8 };
/** Where the outer faces of up to eight performers are, beside the border of an effect. */
export const faces = [
  { left: 0.025, top: 0.26, right: 0.5, bottom: 0.54 },
  { left: 0.5, top: 0.26, right: 0.975, bottom: 0.54 },
] as const;
export const leftHalf = { left: 0, top: 0, right: 0.5, bottom: 1 };
export const rightHalf = { left: 0.5, top: 0, right: 1, bottom: 1 };
export const whole = { left: 0, top: 0, right: 1, bottom: 1 };

/** A battle with an effect of this level on one side. */
export function battle(
  effectLevel: Level,
  effectSide: Side = 'attacker',
  names = ['Mika', 'Rei'],
): OverlayState {
  const state = battleState({ names });
  const now = state.battle.now;
  if (now === undefined) return state;
  return {
    ...state,
    battle: { now: { ...now, effectLevel, effectSide: effectLevel === 0 ? null : effectSide } },
  };
}

export const effectOptions = (more: object = {}, calm = false) =>
  widgetOptions('effects', { frame: { language: 'en', calm }, ...more });

/** Waits for the effect of a look, as `style scene lines level side`. */
export const shown = (page: Page, look: string) =>
  page.locator(`.fx-set[data-look="${look}"]:not([data-leaving])`).waitFor({ state: 'attached' });

/** Waits until no look is fading. */
export const fadedIn = (page: Page): Promise<void> =>
  page.locator('.fx').evaluate(async (effects) => {
    // An animation is aborted when its look is removed.
    await Promise.allSettled(effects.getAnimations({ subtree: true }).map(({ finished }) => finished));
  });

/** The sum of the opacities of all looks on a page. */
export const opacityOfAll = (page: Page): Promise<number> =>
  page
    .locator('.fx-set')
    .evaluateAll((sets) => sets.reduce((sum, set) => sum + Number(getComputedStyle(set).opacity), 0));

/** Counts the frames that the page requests, without those that the test requests. */
export async function countFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ask = window.requestAnimationFrame.bind(window);
    const counter = { asked: 0, ask };
    Object.assign(window, { counter });
    window.requestAnimationFrame = (callback) => {
      counter.asked += 1;
      return ask(callback);
    };
  });
}

/** The number of frames that the page requests during sixty frames. */
export function framesAskedFor(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const counter: unknown = Reflect.get(window, 'counter');
    if (typeof counter !== 'object' || counter === null) throw new Error('frames are not counted');
    const ask: unknown = Reflect.get(counter, 'ask');
    if (typeof ask !== 'function') throw new Error('frames are not counted');
    const asked = () => Number(Reflect.get(counter, 'asked'));
    const before = asked();
    for (let frame = 0; frame < 60; frame += 1) await new Promise((resolve) => ask(resolve));
    return asked() - before;
  });
}
