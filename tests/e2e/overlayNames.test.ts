import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WidgetKind, widgetFonts, widgetKinds, widgetThemes } from '#shared/contract/overlay/widget.ts';
import { hostileNames } from '#tests/support/hostileNames.ts';
import { overlayPages } from '#tests/support/overlayBuild.ts';
import { type OverlayDesk, openOverlayDesk } from '#tests/support/overlayEndpoint.ts';
import { battleState, widgetOptions } from '#tests/support/overlayShows.ts';
import { openOverlayView } from '#tests/support/overlayView.ts';
import { inkOutside } from '#tests/support/pictureDiff.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';

/** Kinds that always show names, not only in a moment. */
const kinds = widgetKinds.filter(
  (kind) => kind !== 'effects' && kind !== 'totalVotes' && kind !== 'countdown' && kind !== 'scene',
);
const more: Partial<Record<WidgetKind, object>> = {
  ranking: { a: { top: 20 } },
  anchorCards: { perPage: 12 },
  giftGuide: { perPage: 12 },
  danceQueue: { top: 12 },
  recentGifts: { top: 12 },
};

type WidgetTheme = (typeof widgetThemes)[number];
/** All themes for a ranking; for other kinds the first and one more. */
const themesOf = (kind: (typeof kinds)[number]): readonly WidgetTheme[] => {
  const other = widgetThemes[1 + (kinds.indexOf(kind) % (widgetThemes.length - 1))] ?? 'glass';
  return kind === 'ranking' ? widgetThemes : [widgetThemes[0], other];
};

let browser: Browser;
let desk: OverlayDesk;

beforeAll(async () => {
  browser = await sharedBrowser();
  desk = await openOverlayDesk(await overlayPages(), {
    options: widgetOptions('ranking'),
    state: battleState({ names: hostileNames, perSide: 6 }),
  });
});
afterAll(async () => {
  await desk?.close();
});

describe('drawn name', () => {
  it.each(kinds)('never exceeds its box: %s', async (kind) => {
    const optionsIn = (theme: WidgetTheme) => {
      const font = widgetFonts[widgetThemes.indexOf(theme) % widgetFonts.length];
      return widgetOptions(kind, { frame: { language: 'en', theme, font, calm: true }, ...more[kind] });
    };
    desk.options(optionsIn(widgetThemes[0]));
    const view = await openOverlayView(browser, desk.url);
    for (const theme of themesOf(kind)) {
      desk.options(optionsIn(theme));
      await view.page.locator(`[data-theme="${theme}"] .name`).first().waitFor();
      await view.page.evaluate(() => document.fonts.ready);
      expect({ theme, outside: await inkOutside(view.page, '.host .name') }).toEqual({ theme, outside: [] });
    }
    expect(view.faults).toEqual([]);
    await view.close();
  });
});

describe('name of fifteen letters beside seven digits', () => {
  const names = [
    '長い名前のアイドルひまりちゃん',
    '夜更かし隊長のさくら推し応援団',
    'けんた（仕事中）',
    'Midnight Ramen',
  ];
  const content = ['rank', 'avatar', 'name', 'votes', 'diamonds', 'count', 'streak'];
  const shows: readonly (readonly [WidgetKind, string, object])[] = [
    ['ranking', '.ranking__name', {}],
    ['ranking', '.ranking__name', { a: { content, top: 5 } }],
    ['ranking', '.ranking__name', { a: { content, top: 12 } }],
    ['anchorCards', '.cards__name', {}],
    ['lastWinner', '.winner__name', {}],
    ['thanks', '.thanks__name, .thanks__names, .thanks__gift-to', {}],
    ['giftGuide', '.guide__gift, .guide__whose', {}],
    ['danceQueue', '.dances__name, .dances__viewer, .dances__title, .dances__for', {}],
    [
      'danceQueue',
      '.dances__title, .dances__for',
      { frame: { language: 'ja', theme: 'outline', font: 'mincho' } },
    ],
    ['recentGifts', '.recent__viewer, .recent__gift, .recent__to', {}],
    ['pkBar', '.pk__name', {}],
  ];

  it.each(shows)('is whole in a %s (%s %j)', async (kind, selector, options) => {
    desk.options(widgetOptions(kind, { frame: { language: 'ja', calm: true }, ...options }));
    const view = await openOverlayView(browser, desk.url, { width: 1080, height: 1920 });
    for (const perSide of [1, 2]) {
      const votes = (index: number) => 99_999_990 - index * 12_345_670;
      await view.seen(desk.show(battleState({ names, votes, perSide })));
      await view.page.locator(selector).first().waitFor();
      const cut = await view.page.locator(selector).evaluateAll(async (elements) => {
        await document.fonts.ready;
        // Letters may be taller than their line, but not by half of it.
        const slackOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize) / 2;
        return elements
          .filter(
            (element) =>
              element.scrollWidth > element.clientWidth + 1 ||
              element.scrollHeight > element.clientHeight + slackOf(element),
          )
          .map(({ textContent }) => textContent);
      });
      expect({ perSide, cut }).toEqual({ perSide, cut: [] });
    }
    await view.close();
  });
});

describe('PK bar', () => {
  it('shows short names, sides and streaks whole beside two faces, in every font', async () => {
    desk.show(battleState({ names: ['Stella', 'Juno', 'Serena', 'Ace'], perSide: 2 }));
    desk.options(widgetOptions('pkBar', { frame: { language: 'en' } }));
    const view = await openOverlayView(browser, desk.url, { width: 1080, height: 1920 });
    for (const font of widgetFonts) {
      desk.options(widgetOptions('pkBar', { frame: { language: 'en', font } }));
      await view.page.locator(`html[data-font="${font}"] .pk__name`).first().waitFor();
      const cut = await view.page.evaluate(async () => {
        // A font begins to load when the page is painted.
        await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
        await document.fonts.ready;
        return [...document.querySelectorAll('.pk__name, .pk__word, .pk__labels')]
          .filter((element) => element.scrollWidth > element.clientWidth)
          .map((element) => element.textContent);
      });
      expect({ font, cut }).toEqual({ font, cut: [] });
    }
    await view.close();
  });
});
