import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OverlayMoment, OverlayState } from '#shared/contract/overlay/state.ts';
import { effectScenes, effectStyles, lineColours } from '#shared/contract/overlay/widget.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { alphaIn } from '#tests/support/overlayAlpha.ts';
import { overlayPages } from '#tests/support/overlayBuild.ts';
import { type OverlayDesk, openOverlayDesk } from '#tests/support/overlayDoor.ts';
import { battleState, widgetOptions } from '#tests/support/overlayShows.ts';
import { type OverlayView, openOverlayView } from '#tests/support/overlayView.ts';
import { until } from '#tests/support/until.ts';

type Level = 0 | 1 | 2 | 3;
type Side = 'attacker' | 'defender';

const middle = { left: 0.2, top: 0.2, right: 0.8, bottom: 0.8 };
const leftHalf = { left: 0, top: 0, right: 0.5, bottom: 1 };
const rightHalf = { left: 0.5, top: 0, right: 1, bottom: 1 };
/** The shape of a stream; what is looked at in parts of it is the same in a smaller one. */
const small = { width: 360, height: 640 };
const whole = { left: 0, top: 0, right: 1, bottom: 1 };

function battle(effectLevel: Level, effectSide: Side = 'attacker', names = ['Mika', 'Rei']): OverlayState {
  const state = battleState({ names });
  const now = state.battle.now;
  if (now === undefined) return state;
  return {
    ...state,
    battle: { now: { ...now, effectLevel, effectSide: effectLevel === 0 ? null : effectSide } },
  };
}

const effectOptions = (more: object = {}, calm = false) =>
  widgetOptions('effects', { frame: { language: 'en', calm }, ...more });

let browser: Browser;
let dir: string;
let desk: OverlayDesk;
let view: OverlayView;

beforeAll(async () => {
  dir = await overlayPages();
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  desk = await openOverlayDesk(dir, { options: effectOptions(), state: battle(0) });
});
afterEach(async () => {
  await view?.close();
  await desk.close();
});

/** ms: no moment takes longer. */
const LONGEST_MOMENT = 3000;

const shown = (page: Page, look: string) =>
  page.locator(`.fx-set[data-look="${look}"]:not([data-leaving])`).waitFor({ state: 'attached' });

/** A page on which time passes only where it is told to, however long a picture of it takes. */
async function openInHeldTime(): Promise<OverlayView> {
  const opened = await openOverlayView(browser, desk.url, { prepare: (page) => page.clock.install() });
  await opened.page.locator('.fx').waitFor({ state: 'attached' });
  await opened.page.clock.pauseAt(Date.now() + 60_000);
  return opened;
}

/** Lets time pass in steps of some frames, until something holds that still holds some frames later. */
async function passUntil(holds: () => Promise<boolean>, what: string): Promise<void> {
  const step = async () => {
    await view.page.clock.runFor(200);
    return holds();
  };
  await until(async () => (await step()) && (await step()), what);
}

/** Counts the frames that the page asks for, apart from those by which a test waits. */
async function countFrames(page: Page): Promise<void> {
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

/** How many frames the page asks for while the browser makes sixty. */
function framesAskedFor(page: Page): Promise<number> {
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

describe('effects', () => {
  it('leave the middle of the page free, in every style and scene, on both sides', async () => {
    view = await openOverlayView(browser, desk.url, small);
    for (const [index, style] of effectStyles.entries()) {
      for (const [other, scene] of effectScenes.entries()) {
        const lines = lineColours[(index + other) % lineColours.length];
        const side = (index + other) % 2 === 0 ? 'attacker' : 'defender';
        desk.options(effectOptions({ style, scene, lines }));
        desk.show(battle(3, side));
        await shown(view.page, `${style} ${scene} ${lines} 3 ${side}`);
        const [clear, all] = await alphaIn(view.page, [middle, whole]);
        expect({ style, scene, most: clear?.most, seen: (all?.drawn ?? 0) > 0.2 }).toEqual({
          ...{ style, scene, most: 0, seen: true },
        });
      }
    }
    expect(view.faults).toEqual([]);
  });

  it('grow with their level in every style, and stay on the side that is behind at first', async () => {
    view = await openOverlayView(browser, desk.url, small);
    for (const style of effectStyles) {
      desk.options(effectOptions({ style }, true));
      const drawn: number[] = [];
      for (const level of [1, 2, 3] as const) {
        for (const side of ['attacker', 'defender'] as const) {
          desk.show(battle(level, side));
          await shown(view.page, `${style} none lightningCyan ${level} ${side}`);
          const [left, right, all] = await alphaIn(view.page, [leftHalf, rightHalf, whole]);
          const [own, far] = side === 'attacker' ? [left, right] : [right, left];
          if (level === 1) expect({ style, side, far: far?.drawn }).toEqual({ style, side, far: 0 });
          if (level === 2) expect(own?.drawn).toBeGreaterThan((far?.drawn ?? 0) * 2);
          if (side === 'attacker') drawn.push(all?.drawn ?? 0);
        }
      }
      expect(drawn[1]).toBeGreaterThan((drawn[0] ?? 0) * 1.3);
      expect(drawn[2]).toBeGreaterThan((drawn[1] ?? 0) * 1.3);
    }
  });

  it('look as the preset says, and otherwise where their widget says so', async () => {
    view = await openOverlayView(browser, desk.url);
    const state = battle(2);
    const look = { effectStyle: 'lava', effectScene: 'smoke', effectLines: 'purple' } as const;
    const now = state.battle.now;
    if (now === undefined) throw new Error('there is no battle');
    desk.show({ ...state, battle: { now: { ...now, ...look } } });
    await shown(view.page, 'lava smoke purple 2 attacker');
    desk.options(effectOptions({ style: 'ink', scene: 'none' }));
    await shown(view.page, 'ink none purple 2 attacker');
    desk.options(effectOptions({ lines: 'orange' }));
    await shown(view.page, 'lava smoke orange 2 attacker');
  });

  it('run nothing while there is nothing to show, and stop when the side has caught up', async () => {
    view = await openOverlayView(browser, desk.url, { prepare: countFrames });
    await view.page.locator('.fx').waitFor({ state: 'attached' });
    await until(async () => (await framesAskedFor(view.page)) === 0, 'the page to rest');
    desk.show(battle(2));
    await shown(view.page, 'chinese none lightningCyan 2 attacker');
    expect(await framesAskedFor(view.page)).toBeGreaterThan(10);
    desk.show(battle(0));
    await view.page.locator('.fx-set').waitFor({ state: 'detached' });
    await until(async () => (await framesAskedFor(view.page)) === 0, 'the page to rest again');
    const [all] = await alphaIn(view.page, [whole]);
    expect(all?.most).toBe(0);
  });

  it('are pictures that stand in calm mode, and where the system wants little motion', async () => {
    const standing = async () => {
      desk.show(battle(3));
      await shown(view.page, 'chinese none lightningCyan 3 attacker');
      expect(await framesAskedFor(view.page)).toBe(0);
      const [first, second] = [await view.page.screenshot(), await view.page.screenshot()];
      expect(first.equals(second)).toBe(true);
      const [all] = await alphaIn(view.page, [whole]);
      expect(all?.drawn).toBeGreaterThan(0.2);
    };
    desk.options(effectOptions({}, true));
    view = await openOverlayView(browser, desk.url, { prepare: countFrames });
    await standing();
    await view.close();
    desk.options(effectOptions());
    view = await openOverlayView(browser, desk.url, {
      prepare: async (page) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await countFrames(page);
      },
    });
    await standing();
  });

  it('stay within the indents', async () => {
    desk.options(widgetOptions('effects', { frame: { language: 'en', indentTop: 10, indentBottom: 25 } }));
    view = await openOverlayView(browser, desk.url);
    desk.show(battle(3));
    await shown(view.page, 'chinese none lightningCyan 3 attacker');
    const [above, below, clear, sides] = await alphaIn(view.page, [
      { left: 0, top: 0, right: 1, bottom: 0.0999 },
      { left: 0, top: 0.7501, right: 1, bottom: 1 },
      middle,
      { left: 0, top: 0.3, right: 0.1, bottom: 0.7 },
    ]);
    expect([above?.most, below?.most, clear?.most]).toEqual([0, 0, 0]);
    expect(sides?.drawn).toBeGreaterThan(0.5);
  });
});

const moments: readonly [string, OverlayMoment][] = [
  ['Attacker wins', { kind: 'settlement', outcome: 'attacker', anchors: ['a1'] }],
  ['Breakthrough', { kind: 'breakthrough', anchorIds: ['a1', 'a2'] }],
  ['Back in the game', { kind: 'resurrection', anchorId: 'a2', restored: true }],
  ['Comeback failed', { kind: 'resurrection', anchorId: 'a2', restored: false }],
  ['5 wins', { kind: 'streak', anchorId: 'a1', streak: 5 }],
];

describe('a moment', () => {
  it.each(moments)('says "%s", keeps to the edges, and is gone after', async (words, moment) => {
    view = await openInHeldTime();
    const banner = view.page.locator('.fx-banner');
    desk.moment(moment);
    await passUntil(async () => (await banner.count()) === 1, 'the moment to begin');
    expect(await banner.locator('.fx-banner__word').textContent()).toBe(words);
    const [clear, all] = await alphaIn(view.page, [middle, whole]);
    expect(clear?.most).toBe(0);
    expect(all?.drawn).toBeGreaterThan(0.02);
    await view.page.clock.runFor(LONGEST_MOMENT);
    expect(await banner.count()).toBe(0);
    const [after] = await alphaIn(view.page, [whole]);
    expect(after?.most).toBe(0);
    expect(view.faults).toEqual([]);
  });

  it('comes alone: of a storm of two hundred only a few are shown, one after another', async () => {
    view = await openInHeldTime();
    await view.page.evaluate(() => {
      const seen = { most: 0, all: 0 };
      Object.assign(window, { seen });
      new MutationObserver((changes) => {
        seen.most = Math.max(seen.most, document.querySelectorAll('.fx-banner').length);
        for (const { addedNodes } of changes) {
          for (const node of addedNodes) {
            if (node instanceof Element && node.classList.contains('fx-banner')) seen.all += 1;
          }
        }
      }).observe(document.body, { childList: true, subtree: true });
    });
    for (let index = 0; index < 200; index += 1) {
      desk.moment({ kind: 'streak', anchorId: `a${index % 50}`, streak: index + 2 });
    }
    const banner = view.page.locator('.fx-banner');
    await passUntil(async () => (await banner.count()) === 1, 'the storm to begin');
    await passUntil(async () => (await banner.count()) === 0, 'the storm to be over');
    const seen = () => view.page.evaluate((): unknown => Reflect.get(window, 'seen'));
    expect(await seen()).toEqual({ most: 1, all: expect.toSatisfy((all: number) => all >= 1 && all <= 5) });
  });

  it('is not shown where the host does not want moments', async () => {
    desk.options(effectOptions({ moments: false }));
    view = await openOverlayView(browser, desk.url);
    await view.page.locator('.fx').waitFor({ state: 'attached' });
    desk.moment({ kind: 'streak', anchorId: 'a1', streak: 5 });
    desk.show(battle(1));
    await shown(view.page, 'chinese none lightningCyan 1 attacker');
    expect(await view.page.locator('.fx-banner').count()).toBe(0);
  });

  it('stands still in calm mode, and goes by itself', async () => {
    desk.options(effectOptions({}, true));
    view = await openOverlayView(browser, desk.url, { prepare: countFrames });
    await view.page.locator('.fx').waitFor({ state: 'attached' });
    desk.moment({ kind: 'settlement', outcome: 'defender', anchors: ['a2'] });
    const banner = view.page.locator('.fx-banner');
    await banner.waitFor();
    expect(await framesAskedFor(view.page)).toBeLessThan(3);
    await banner.waitFor({ state: 'detached' });
  });

  it('keeps hostile names in their place', async () => {
    const names = ['<img src=x onerror=alert(1)>'.repeat(6), '\u202e\u2067gnp.exe 🎉'.repeat(20)];
    desk.show(battle(0, 'attacker', names));
    for (const [width, height] of [
      [540, 960],
      [960, 540],
      [300, 300],
    ] as const) {
      view = await openOverlayView(browser, desk.url, { width, height });
      await view.page.locator('.fx').waitFor({ state: 'attached' });
      desk.moment({ kind: 'settlement', outcome: 'attacker', anchors: ['a1', 'a2'] });
      const plate = view.page.locator('.fx-banner__plate');
      await plate.waitFor();
      const box = await view.page.evaluate(() => {
        const found = document.querySelector('.fx-banner__plate')?.getBoundingClientRect();
        return found === undefined
          ? null
          : { left: found.left, right: found.right, top: found.top, bottom: found.bottom };
      });
      expect(box?.left).toBeGreaterThanOrEqual(0);
      expect(box?.right).toBeLessThanOrEqual(width);
      expect(box?.top).toBeGreaterThanOrEqual(-1);
      expect(box?.bottom).toBeLessThanOrEqual(height * 0.2 + 1);
      expect(await view.page.locator('.fx-banner img').count()).toBe(0);
      if (height !== 300) await view.close();
    }
  });
});
