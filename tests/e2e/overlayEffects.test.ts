import type { Browser } from 'playwright';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { effectScenes, effectStyles, lineColours } from '#shared/contract/overlay/widget.ts';
import { alphaIn } from '#tests/support/overlayAlpha.ts';
import { overlayPages } from '#tests/support/overlayBuild.ts';
import {
  battle,
  countFrames,
  effectOptions,
  faces,
  fadedIn,
  framesAskedFor,
  leftHalf,
  middle,
  opacityOfAll,
  rightHalf,
  shown,
  whole,
} from '#tests/support/overlayEffects.ts';
import { type OverlayDesk, openOverlayDesk } from '#tests/support/overlayEndpoint.ts';
import { widgetOptions } from '#tests/support/overlayShows.ts';
import { type OverlayView, openOverlayView } from '#tests/support/overlayView.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { until } from '#tests/support/until.ts';
import { wallPacks } from '#tests/support/wallPacks.ts';

/** A 9:16 page, smaller than a stream to keep the pictures small. */
const small = { width: 270, height: 480 };

let browser: Browser;
let dir: string;
/** Packs of a host, whose pictures take seconds to draw. */
let hosts: Awaited<ReturnType<typeof wallPacks>>;
let desk: OverlayDesk;
let view: OverlayView;

beforeAll(async () => {
  dir = await overlayPages();
  browser = await sharedBrowser();
  hosts = await wallPacks(browser);
});
beforeEach(async () => {
  desk = await openOverlayDesk(dir, { options: effectOptions(), state: battle(0) });
});
afterEach(async () => {
  await view?.close();
  await desk.close();
});

describe('effects', () => {
  it('leave the middle and the faces clear with packs of the host that fill the whole page', async () => {
    await desk.close();
    desk = await openOverlayDesk(dir, {
      options: effectOptions({ style: hosts.style, scene: hosts.scene, lines: hosts.line }),
      state: battle(0),
      pictures: hosts.pictures,
    });
    view = await openOverlayView(browser, desk.url, small);
    for (const side of ['attacker', 'defender'] as const) {
      desk.show(battle(3, side));
      await shown(view.page, `${hosts.style} ${hosts.scene} ${hosts.line} 3 ${side}`);
      await fadedIn(view.page);
      const [clear, all, ...inFaces] = await alphaIn(view.page, [middle, whole, ...faces]);
      expect({ most: clear?.most, seen: (all?.drawn ?? 0) > 0.2 }).toEqual({ most: 0, seen: true });
      for (const face of inFaces) expect(face.most).toBeLessThanOrEqual(38);
    }
    // A moment of the pack lies above the effect, and the product's text above both.
    desk.moment({ kind: 'settlement', outcome: 'defender', anchors: ['a2'] });
    await view.page.locator('.fx-banner').waitFor();
    const layer = view.page.locator('.fx > .fx-strips');
    await expect.poll(() => layer.evaluate(({ style }) => style.opacity)).toBe('1');
    const [clear, ...inFaces] = await alphaIn(view.page, [middle, ...faces]);
    expect(clear?.most).toBe(0);
    for (const face of inFaces) expect(face.most).toBeLessThanOrEqual(38);
    expect(view.faults).toEqual([]);
  });

  it('draw an SVG of a pack like any picture', async () => {
    await desk.close();
    desk = await openOverlayDesk(dir, {
      options: effectOptions({ style: 'chinese', scene: 'none', lines: 'black' }),
      state: battle(1),
      pictures: hosts.pictures,
    });
    view = await openOverlayView(browser, desk.url, small);
    const drawn = async () => (await alphaIn(view.page, [leftHalf]))[0]?.drawn ?? 0;
    await shown(view.page, 'chinese none black 1 attacker');
    await fadedIn(view.page);
    const without = await drawn();
    desk.options(effectOptions({ style: 'chinese', scene: hosts.scene, lines: 'black' }));
    await shown(view.page, `chinese ${hosts.scene} black 1 attacker`);
    // The former look fades out meanwhile, and is removed.
    await expect.poll(drawn).toBeGreaterThan(without + 0.1);
    expect(view.faults).toEqual([]);
  });

  it('are Ringside’s own where the hub does not have a pack of the host, or not all of it', async () => {
    const cut = new Map(hosts.pictures);
    for (const [id, { type }] of hosts.pictures) if (type !== 'application/json') cut.delete(id);
    await desk.close();
    desk = await openOverlayDesk(dir, {
      options: effectOptions({ style: hosts.style, scene: 'a'.repeat(64), lines: hosts.line }),
      state: battle(3),
      pictures: cut,
    });
    view = await openOverlayView(browser, desk.url, small);
    await shown(view.page, 'chinese none black 3 attacker');
    desk.options(effectOptions({ style: 'lava', scene: 'frost', lines: 'purple' }));
    await shown(view.page, 'lava frost purple 3 attacker');
  });

  it('leave the middle and the faces clear, in every style and scene, on both sides', async () => {
    view = await openOverlayView(browser, desk.url, small);
    for (const [index, style] of effectStyles.entries()) {
      for (const [other, scene] of effectScenes.entries()) {
        const lines = lineColours[(index + other) % lineColours.length];
        const side = (index + other) % 2 === 0 ? 'attacker' : 'defender';
        desk.options(effectOptions({ style, scene, lines }));
        desk.show(battle(3, side));
        await shown(view.page, `${style} ${scene} ${lines} 3 ${side}`);
        // The former look fades out meanwhile.
        expect(await opacityOfAll(view.page)).toBeLessThanOrEqual(1.001);
        const [clear, all, ...inFaces] = await alphaIn(view.page, [middle, whole, ...faces]);
        expect({ style, scene, most: clear?.most, seen: (all?.drawn ?? 0) > 0.2 }).toEqual({
          style,
          scene,
          most: 0,
          seen: true,
        });
        // 15 % of 255.
        for (const face of inFaces) expect(face.most).toBeLessThanOrEqual(38);
      }
    }
    expect(view.faults).toEqual([]);
  });

  it('grow with their level in every style, and stay on the side that trailed first', async () => {
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

  it('have the look of their widget, or of the preset for options that the widget leaves open', async () => {
    view = await openOverlayView(browser, desk.url, small);
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

  it('appear although the hub did not serve their pictures at first', async () => {
    const missed: string[] = [];
    view = await openOverlayView(browser, desk.url, {
      ...small,
      prepare: async (page) => {
        await page.route(/\/assets\/.*(pack|bouquet|side).*\.(json|webp)$/, async (route) => {
          const file = new URL(route.request().url()).pathname;
          if (missed.includes(file)) return route.continue();
          missed.push(file);
          return route.abort();
        });
      },
    });
    desk.options(effectOptions({ style: 'princess' }));
    desk.show(battle(2));
    await shown(view.page, 'princess none lightningCyan 2 attacker');
    expect(missed.length).toBeGreaterThan(2);
    await fadedIn(view.page);
    const [all] = await alphaIn(view.page, [whole]);
    expect(all?.drawn).toBeGreaterThan(0.02);
  });

  it('run no frames while there is nothing to show, and stop when the side has caught up', async () => {
    view = await openOverlayView(browser, desk.url, { ...small, prepare: countFrames });
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

  it('are static in calm mode and with reduced motion', async () => {
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
    view = await openOverlayView(browser, desk.url, { ...small, prepare: countFrames });
    await standing();
    await view.close();
    desk.options(effectOptions());
    view = await openOverlayView(browser, desk.url, {
      ...small,
      prepare: async (page) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await countFrames(page);
      },
    });
    await standing();
  });

  it('stay within the indents', async () => {
    desk.options(widgetOptions('effects', { frame: { language: 'en', indentTop: 10, indentBottom: 25 } }));
    view = await openOverlayView(browser, desk.url, small);
    desk.show(battle(3));
    await shown(view.page, 'chinese none lightningCyan 3 attacker');
    await fadedIn(view.page);
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
