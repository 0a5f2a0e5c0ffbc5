import type { Browser, Page } from 'playwright';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { type WidgetKind, widgetThemes } from '#shared/contract/overlay/widget.ts';
import { hostileNames } from '#tests/support/hostileNames.ts';
import { overlayPages } from '#tests/support/overlayBuild.ts';
import { type OverlayDesk, openOverlayDesk } from '#tests/support/overlayEndpoint.ts';
import { battleState, widgetOptions } from '#tests/support/overlayShows.ts';
import { alphaOf, type OverlayView, openOverlayView } from '#tests/support/overlayView.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';

/** Kinds that are a plate with rows or cards; the whole-page kinds have tests of their own. */
const kinds: readonly WidgetKind[] = [
  'ranking',
  'pkBar',
  'countdown',
  'anchorCards',
  'totalVotes',
  'giftGuide',
  'danceQueue',
  'recentGifts',
  'lastWinner',
  'thanks',
  'goal',
  'giftAlert',
  'timeBonus',
];

const english = { frame: { language: 'en' } };
const everything = {
  ranking: { a: { content: ['rank', 'avatar', 'name', 'votes', 'diamonds', 'count', 'streak'], top: 20 } },
  anchorCards: { perPage: 12 },
  giftGuide: { perPage: 12 },
  danceQueue: { top: 12 },
  recentGifts: { top: 12 },
  goal: { title: 'W'.repeat(60), target: 1_000_000_000 },
} as const;
const optionsOf = (kind: WidgetKind, more: object = {}) =>
  widgetOptions(kind, {
    ...english,
    ...(kind in everything && everything[kind as keyof typeof everything]),
    ...more,
  });

let browser: Browser;
let desk: OverlayDesk;

beforeAll(async () => {
  browser = await sharedBrowser();
  desk = await openOverlayDesk(await overlayPages(), { options: optionsOf('ranking'), state: {} });
});
afterAll(async () => {
  await desk?.close();
});

/** Visible faults of the layout, measured in a painted frame. */
async function layoutFaults(): Promise<string[]> {
  await document.fonts.ready;
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  const faults: string[] = [];
  const nameOf = (element: Element) => `${element.className} "${element.textContent?.slice(0, 12)}"`;
  const isSeen = (element: Element) => element.getClientRects().length > 0;
  const slack = 1.5;
  for (const element of document.querySelectorAll('.host *')) {
    if (!isSeen(element)) continue;
    const box = element.getBoundingClientRect();
    // A frame with hidden overflow clips its contents.
    if (element.closest('.pk__track, .dances__track, .clock__track') !== null) continue;
    if (element.closest('svg') !== null || element.closest('.name') !== element.closest('.name:scope'))
      continue;
    if (element.parentElement?.closest('.name')) continue;
    if (
      box.left < -slack ||
      box.right > innerWidth + slack ||
      box.top < -slack ||
      box.bottom > innerHeight + slack
    ) {
      faults.push(`${nameOf(element)} leaves the page`);
    }
  }
  for (const number of document.querySelectorAll('.number')) {
    if (!isSeen(number)) continue;
    const box = number.getBoundingClientRect();
    for (const name of document.querySelectorAll('.name')) {
      if (!isSeen(name)) continue;
      const other = name.getBoundingClientRect();
      const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      if (box.width > 0 && across > slack && down > box.height * 0.3) {
        faults.push(`${nameOf(number)} lies over ${nameOf(name)}`);
      }
    }
  }
  for (const name of document.querySelectorAll<HTMLElement>('.name')) {
    if (!isSeen(name)) continue;
    const style = getComputedStyle(name);
    const lines = Number.parseInt(style.webkitLineClamp, 10) || 1;
    const tallest = Number.parseFloat(style.fontSize) * (0.4 + 1.3 * lines);
    if (name.getBoundingClientRect().height > tallest) {
      faults.push(`${nameOf(name)} takes more lines than ${lines}`);
    }
  }
  return faults;
}

describe.each(kinds)('%s', (kind) => {
  /** One page for all tests. An alert is shown once for each loading of the page. */
  let view: OverlayView;
  beforeAll(async () => {
    desk.options(optionsOf(kind));
    view = await openOverlayView(browser, desk.url);
  });
  afterAll(() => view?.close());

  async function show(state: OverlayState): Promise<void> {
    desk.options(optionsOf(kind));
    // Only a change of the state moves the page's number.
    desk.show(battleState({ names: [] }));
    const revision = desk.show(state);
    if (kind === 'giftAlert') await view.reopen();
    await view.seen(revision);
    await view.page.locator('.host > *').first().waitFor();
  }

  it('escapes hostile names, and keeps its layout with them', async () => {
    await view.page.setViewportSize({ width: 540, height: 960 });
    await show(battleState({ names: hostileNames, perSide: 6 }));
    await expect.poll(() => view.page.evaluate(layoutFaults)).toEqual([]);
    expect(await view.page.locator('.host b, .host img, .host script').count()).toBe(0);
    expect(view.faults).toEqual([]);
  });

  const extremes = [
    ['a single letter and no votes', ['凛', 'K', 'あ'], () => 0, 1],
    [
      'forty letters and 9,999,999 votes',
      Array.from({ length: 12 }, (_, i) => `${i}`.padEnd(40, 'なまえ')),
      () => 99_999_990,
      6,
    ],
  ] as const;

  it.each(extremes)('keeps its layout with names of %s', async (_, names, votes, perSide) => {
    await show(battleState({ names, votes, perSide }));
    for (const [width, height] of [
      [1080, 1920],
      [540, 960],
      [1280, 720],
      [800, 200],
    ] as const) {
      await view.page.setViewportSize({ width, height });
      // Rows move to their places.
      await expect
        .poll(async () => ({ width, height, faults: await view.page.evaluate(layoutFaults) }))
        .toEqual({ width, height, faults: [] });
    }
  });

  // An alert is over before all themes are drawn.
  if (kind === 'giftAlert') return;
  it('is transparent where it draws nothing, in every theme', async () => {
    await view.page.setViewportSize({ width: 270, height: 480 });
    await show(battleState({ names: ['Mika', 'Rei', 'Yuki'] }));
    for (const theme of widgetThemes) {
      desk.options(widgetOptions(kind, { frame: { language: 'en', theme } }));
      await view.page.locator(`html[data-theme="${theme}"] .host > *`).first().waitFor();
      // New rows fade in.
      await expect
        .poll(async () => {
          const { clear, solid, corner } = await alphaOf(view.page);
          return { theme, corner, seen: solid > 0.002, through: clear > 0.3 };
        })
        .toEqual({ theme, corner: 0, seen: true, through: true });
    }
  });
});

describe('thanks', () => {
  it('has a heading that can be read on its ground in every theme', async () => {
    desk.show(battleState({ names: ['Mika', 'Rei'] }));
    const view = await openOverlayView(browser, desk.url, { width: 540, height: 960 });
    for (const theme of widgetThemes) {
      desk.options(widgetOptions('thanks', { frame: { language: 'en', theme } }));
      await view.page.locator(`html[data-theme="${theme}"] .thanks__title`).waitFor();
      const { contrast } = await brightness(view.page, '.thanks__head');
      expect({ theme, isReadable: contrast > 100 }).toEqual({ theme, isReadable: true });
    }
    await view.close();
  });
});

describe('PK bar', () => {
  it('has the colours of the sides that custom CSS sets, and no other', async () => {
    desk.options(optionsOf('pkBar', { showAvatars: false }));
    desk.show(battleState({ names: ['Mika', 'Rei'] }));
    const view = await openOverlayView(browser, desk.url);
    await view.page.addStyleTag({
      content: [
        ':root:root {',
        ...['', '-deep', '-strong', '-pale'].map(
          (shade) => `--attacker${shade}: #808080; --defender${shade}: #606060;`,
        ),
        '}',
      ].join('\n'),
    });
    await view.page.locator('.pk__track').waitFor();
    expect(await colourful(view.page, ['.pk__bar', '.pk__label', '.pk__shares'])).toBe(0);
    await view.close();
  });
});

describe('custom CSS', () => {
  it('changes the widget at once, and is left out if it would load something', async () => {
    desk.options(optionsOf('goal'));
    desk.show(battleState({ names: ['Mika', 'Rei'] }));
    const view = await openOverlayView(browser, desk.url);
    const colour = () => view.page.locator('.goal__title').evaluate((title) => getComputedStyle(title).color);
    await view.page.locator('.goal__title').waitFor();
    const own = (css: string) => desk.options(optionsOf('goal', { frame: { language: 'en', css } }));
    own('.goal__title { color: rgb(1, 2, 3); }');
    await expect.poll(colour).toBe('rgb(1, 2, 3)');
    own('.goal__title { color: rgb(1, 2, 3); } @import url(https://example.com/x.css);');
    await expect.poll(colour).not.toBe('rgb(1, 2, 3)');
    expect(view.faults).toEqual([]);
    await view.close();
  });
});

/** The difference between the brightest and the darkest one percent of an element's drawn pixels (0 to 255). */
async function brightness(page: Page, selector: string): Promise<{ contrast: number }> {
  const { data } = PNG.sync.read(await page.locator(selector).screenshot({ omitBackground: true }));
  const values: number[] = [];
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    if (alpha > 200) values.push(red * 0.3 + green * 0.6 + blue * 0.1);
  }
  values.sort((one, other) => one - other);
  const at = (part: number) => values[Math.floor((values.length - 1) * part)] ?? 0;
  return { contrast: at(0.99) - at(0.01) };
}

/** The number of clearly coloured pixels in the first element of each selector. */
async function colourful(page: Page, selectors: readonly string[]): Promise<number> {
  let count = 0;
  for (const selector of selectors) {
    const { data } = PNG.sync.read(await page.locator(selector).first().screenshot({ omitBackground: true }));
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
      if (alpha > 200 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60) count += 1;
    }
  }
  return count;
}
