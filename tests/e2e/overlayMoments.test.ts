import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OverlayMoment } from '#shared/contract/overlay/state.ts';
import { effectStyles } from '#shared/contract/overlay/widget.ts';
import { alphaIn } from '#tests/support/overlayAlpha.ts';
import { overlayPages } from '#tests/support/overlayBuild.ts';
import {
  battle,
  countFrames,
  effectOptions,
  framesAskedFor,
  middle,
  shown,
  whole,
} from '#tests/support/overlayEffects.ts';
import { type OverlayDesk, openOverlayDesk } from '#tests/support/overlayEndpoint.ts';
import { widgetOptions } from '#tests/support/overlayShows.ts';
import { type OverlayView, openOverlayView } from '#tests/support/overlayView.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { until } from '#tests/support/until.ts';

let browser: Browser;
let dir: string;
let desk: OverlayDesk;
let view: OverlayView;

beforeAll(async () => {
  dir = await overlayPages();
  browser = await sharedBrowser();
});
beforeEach(async () => {
  desk = await openOverlayDesk(dir, { options: effectOptions(), state: battle(0) });
});
afterEach(async () => {
  await view?.close();
  await desk.close();
});

/** A 9:16 page, smaller than a stream: drawing it takes less time. */
const small = { width: 270, height: 480 };

/** Upper bound of the length of a moment, ms. */
const LONGEST_MOMENT = 6000;

/** Opens a page with a fake clock. */
async function openWithFakeClock({ url }: OverlayDesk = desk): Promise<OverlayView> {
  const opened = await openOverlayView(browser, url, {
    ...small,
    prepare: (page) => page.clock.install(),
  });
  await opened.page.locator('.fx').waitFor({ state: 'attached' });
  await opened.page.clock.pauseAt(Date.now() + 60_000);
  return opened;
}

/** Advances the fake clock by some frames at a time until the condition holds twice in a row. */
async function advanceUntil(
  holds: () => Promise<boolean>,
  what: string,
  { page }: OverlayView = view,
): Promise<void> {
  const step = async () => {
    await page.clock.runFor(200);
    return holds();
  };
  await until(async () => (await step()) && (await step()), what);
}

const moments: readonly [string, OverlayMoment][] = [
  ['Attacker wins', { kind: 'settlement', outcome: 'attacker', anchors: ['a1'] }],
  ['Breakthrough', { kind: 'breakthrough', anchorIds: ['a1', 'a2'] }],
  ['Back in the game', { kind: 'resurrection', anchorId: 'a2', restored: true }],
  ['Comeback failed', { kind: 'resurrection', anchorId: 'a2', restored: false }],
  [
    'Spin the wheel',
    {
      kind: 'gameplay',
      entryId: 'e',
      name: 'Spin the wheel',
      effects: 'Winner sings',
      style: 'lava',
      viewer: 'Aoi',
    },
  ],
  ['5 wins', { kind: 'streak', anchorId: 'a1', streak: 5 }],
];

const longTexts: readonly OverlayMoment[] = [
  { kind: 'settlement', outcome: 'attacker', anchors: ['a1', 'a2', 'a3'] },
  { kind: 'settlement', outcome: 'defender', anchors: ['a1', 'a2', 'a3'] },
  { kind: 'resurrection', anchorId: 'a2', restored: true },
  { kind: 'resurrection', anchorId: 'a2', restored: false },
];

describe('moment of each kind', () => {
  /** One page for all kinds: each moment disappears before the next. */
  let clocked: OverlayView;
  let kinds: OverlayDesk;
  beforeAll(async () => {
    kinds = await openOverlayDesk(dir, { options: effectOptions(), state: battle(0) });
    clocked = await openWithFakeClock(kinds);
  });
  afterAll(async () => {
    await clocked?.close();
    await kinds?.close();
  });

  it.each(moments)('shows "%s" at the edges, and disappears', async (words, moment) => {
    const { page, faults } = clocked;
    const banner = page.locator('.fx-banner');
    kinds.moment(moment);
    await advanceUntil(async () => (await banner.count()) === 1, 'the moment to begin', clocked);
    expect(await banner.locator('.fx-banner__word').textContent()).toBe(words);
    const [clear, all] = await alphaIn(page, [middle, whole]);
    expect(clear?.most).toBe(0);
    expect(all?.drawn).toBeGreaterThan(0.02);
    await page.clock.runFor(LONGEST_MOMENT);
    expect(await banner.count()).toBe(0);
    const [after] = await alphaIn(page, [whole]);
    expect(after?.most).toBe(0);
    expect(faults).toEqual([]);
  });
});

describe('moment', () => {
  it('of a settled battle shows the faces of the winners, the score and the best viewer', async () => {
    const { round, ...rest } = battle(0);
    if (round.now === undefined) throw new Error('there is no round');
    desk.show({
      ...rest,
      round: { now: { ...round.now, topViewer: { name: 'Aoi', votesTenths: 123_450 } } },
    });
    view = await openWithFakeClock();
    desk.moment({ kind: 'settlement', outcome: 'attacker', anchors: ['a1', 'a2'] });
    const banner = view.page.locator('.fx-banner');
    await advanceUntil(async () => (await banner.count()) === 1, 'the moment to begin');
    expect(await banner.locator('.avatar').count()).toBe(2);
    const { attackerTenths = 0, defenderTenths = 0 } = battle(0).battle.now ?? {};
    const score = [attackerTenths, defenderTenths].map((tenths) => (tenths / 10).toLocaleString('en'));
    expect(await banner.locator('.fx-banner__score').textContent()).toBe(score.join(' : '));
    expect(await banner.locator('.fx-banner__viewer').innerText()).toMatch(/Top gifter\s+Aoi\s+12,345/);
    await view.page.clock.runFor(5000);
    expect(await banner.count()).toBe(1);
  });

  it('shows its whole text beside three faces, in every language and style', async () => {
    desk.show(battle(0, 'attacker', ['Mika', 'Rei', 'Aoi', 'Sora']));
    const texts = new Set<string>();
    for (const language of ['ja', 'en', 'zh_CN']) {
      const options = (style: string, moments: boolean) =>
        widgetOptions('effects', { frame: { language, calm: true }, style, moments });
      desk.options(options(effectStyles[0], true));
      const { page, close } = await openOverlayView(browser, desk.url, { width: 1080, height: 1920 });
      await page.locator('.fx').waitFor({ state: 'attached' });
      for (const style of effectStyles) {
        const word = page.locator(`.fx-banner[data-style="${style}"] .fx-banner__word`);
        for (const moment of longTexts) {
          desk.options(options(style, true));
          desk.moment(moment);
          const { text, cut } = await word.evaluate((element) => ({
            text: element.textContent,
            cut: element.scrollWidth - element.clientWidth,
          }));
          expect({ language, style, text, cut }).toEqual({ language, style, text, cut: 0 });
          texts.add(text);
          // Without moments, the shown one disappears at once.
          desk.options(options(style, false));
          await word.waitFor({ state: 'detached' });
        }
      }
      await close();
    }
    // The texts are the same in all styles.
    expect(texts.size).toBe(3 * longTexts.length);
  });

  it('names anchors who left with an earlier preset', async () => {
    const { anchors, ...state } = battle(0);
    const { a1, ...rest } = anchors;
    if (a1 === undefined) throw new Error('there is no anchor');
    desk.show({ ...state, anchors: rest, former: { a1: { nickname: a1.nickname, avatar: '' } } });
    view = await openWithFakeClock();
    const names = view.page.locator('.fx-banner__name');
    desk.moment({ kind: 'settlement', outcome: 'attacker', anchors: ['a1', 'a2'] });
    await advanceUntil(async () => (await names.count()) > 0, 'the moment to begin');
    expect(await names.allTextContents()).toEqual(['Mika', 'Rei']);
  });

  it('is shown alone: of two hundred only a few appear, one after another', async () => {
    view = await openWithFakeClock();
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
    await advanceUntil(async () => (await banner.count()) === 1, 'the storm to begin');
    await advanceUntil(async () => (await banner.count()) === 0, 'the storm to be over');
    const seen = () => view.page.evaluate((): unknown => Reflect.get(window, 'seen'));
    expect(await seen()).toEqual({ most: 1, all: expect.toSatisfy((all: number) => all >= 1 && all <= 5) });
  });

  it('is not shown if the host has switched moments off', async () => {
    desk.options(effectOptions({ moments: false }));
    view = await openOverlayView(browser, desk.url, small);
    await view.page.locator('.fx').waitFor({ state: 'attached' });
    desk.moment({ kind: 'streak', anchorId: 'a1', streak: 5 });
    desk.show(battle(1));
    await shown(view.page, 'chinese none lightningCyan 1 attacker');
    expect(await view.page.locator('.fx-banner').count()).toBe(0);
  });

  it('does not move in calm mode, and disappears by itself', async () => {
    desk.options(effectOptions({}, true));
    view = await openOverlayView(browser, desk.url, { ...small, prepare: countFrames });
    await view.page.locator('.fx').waitFor({ state: 'attached' });
    desk.moment({ kind: 'settlement', outcome: 'defender', anchors: ['a2'] });
    const banner = view.page.locator('.fx-banner');
    await banner.waitFor();
    expect(await framesAskedFor(view.page)).toBeLessThan(3);
    await banner.waitFor({ state: 'detached' });
  });

  it('keeps hostile names within their area', async () => {
    const names = ['<img src=x onerror=alert(1)>'.repeat(6), '\u202e\u2067gnp.exe 🎉'.repeat(20)];
    desk.show(battle(0, 'attacker', names));
    view = await openOverlayView(browser, desk.url, small);
    await view.page.locator('.fx').waitFor({ state: 'attached' });
    const plate = view.page.locator('.fx-banner__plate');
    for (const [width, height] of [
      [540, 960],
      [960, 540],
      [300, 300],
    ] as const) {
      await view.page.setViewportSize({ width, height });
      desk.options(effectOptions());
      desk.moment({ kind: 'settlement', outcome: 'attacker', anchors: ['a1', 'a2'] });
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
      desk.options(effectOptions({ moments: false }));
      await plate.waitFor({ state: 'detached' });
    }
  });
});
