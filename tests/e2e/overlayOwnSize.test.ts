import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import type { WidgetKind, WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { bonusKey, bonusOf } from '#shared/overlay/bonus.ts';
import { ownSize, ownSizeUrl, sourcePlace } from '#shared/overlay/sourceSize.ts';
import { overlayPages } from '#tests/support/overlayBuild.ts';
import { type OverlayDesk, openOverlayDesk } from '#tests/support/overlayEndpoint.ts';
import { battleState, widgetOptions } from '#tests/support/overlayShows.ts';
import { type OverlayView, openOverlayView } from '#tests/support/overlayView.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { transparentPicture } from '#tests/support/transparentPicture.ts';

let browser: Browser;
let desk: OverlayDesk;
/** The open page of the last test, and its address. Tests of the same widget share a page, as hosts change its options. */
let opened: { url: string; view: OverlayView } | undefined;
beforeAll(async () => {
  browser = await sharedBrowser();
  desk = await openOverlayDesk(await overlayPages(), { options: widgetOptions('ranking'), state: {} });
});
afterAll(async () => {
  await opened?.view.close();
  await desk?.close();
});

const longNames = Array.from({ length: 14 }, (_, i) => `${i}`.padEnd(40, 'なまえ'));
const large = battleState({ names: longNames, votes: () => 99_999_990, perSide: 6 });
const small = battleState({ names: ['Mika', 'Rei', 'あ', '凛'], perSide: 1 });
/** No names at all: the lists are empty. */
const empty = battleState({ names: [] });

/** The large show with another round. */
function inRound(change: Partial<NonNullable<OverlayState['round']['now']>>): OverlayState {
  const round = large.round.now;
  if (round === undefined) throw new Error('the show has no round');
  const scores = Object.entries(large.scores).map(([id, score]) => [
    id,
    { ...score, overTenths: change.breakthrough === true ? 99_999_990 : null, reviving: id === 'a1' },
  ]);
  return { ...large, scores: Object.fromEntries(scores), round: { now: { ...round, ...change } } };
}

const full = ['rank', 'avatar', 'name', 'votes', 'diamonds', 'count', 'streak'];
const still = { turnSeconds: 0 };
const bonusOptions = { title: 'W'.repeat(60), start: 'round' };

function withBonus(): OverlayState {
  const options = widgetOptions('timeBonus', bonusOptions);
  const spec = options.kind === 'timeBonus' ? bonusOf(options) : null;
  if (spec === null) throw new Error('the options have no bonus');
  const countdown = { length: 36_000_000, ran: 0, since: null };
  return { ...large, bonus: { [bonusKey(spec)]: { countdown, bonusMs: 600_000 } } };
}

/** The kind, its options, and a show with the most that these options show, or with the least. */
const cases: readonly (readonly [WidgetKind, object, 'most' | 'least', OverlayState])[] = [
  ['ranking', {}, 'most', large],
  ['ranking', { a: { top: 8, content: ['name', 'votes', 'count'] } }, 'most', large],
  ['ranking', { a: { top: 12, content: full } }, 'most', large],
  ['ranking', { ...still, a: { top: 3, subject: 'votes', content: full }, b: { top: 5 } }, 'least', large],
  ['ranking', { a: { top: 1, content: ['name'] } }, 'least', empty],
  ['pkBar', {}, 'most', large],
  ['pkBar', { showStreaks: false, showShare: false, showAvatars: false }, 'least', small],
  ['countdown', {}, 'least', large],
  ['countdown', {}, 'most', inRound({ kind: 'resurrection', targetTenths: 99_999_990 })],
  ['countdown', {}, 'most', inRound({ phase: 'running', breakthrough: true, clearanceTenths: 10 })],
  ['countdown', {}, 'least', inRound({ countdown: { length: 36_000_000, ran: 0, since: null } })],
  ['anchorCards', { ...still, perPage: 1 }, 'most', large],
  ['anchorCards', { ...still, perPage: 4 }, 'least', large],
  ['anchorCards', still, 'most', large],
  ['anchorCards', { ...still, perPage: 12 }, 'most', large],
  ['totalVotes', {}, 'most', large],
  ['totalVotes', {}, 'least', small],
  ['totalVotes', { frame: { shortNumbers: true } }, 'most', large],
  ['giftGuide', still, 'most', large],
  ['giftGuide', { ...still, perPage: 12 }, 'most', large],
  ['giftGuide', { ...still, perPage: 1 }, 'least', empty],
  ['danceQueue', {}, 'most', large],
  ['danceQueue', { top: 12 }, 'most', large],
  ['recentGifts', {}, 'most', large],
  ['recentGifts', { top: 12 }, 'most', large],
  ['lastWinner', {}, 'most', large],
  ['lastWinner', {}, 'most', small],
  ['thanks', {}, 'most', large],
  ['thanks', {}, 'most', small],
  ['goal', { title: 'W'.repeat(60), target: 1_000_000_000 }, 'most', large],
  ['giftAlert', {}, 'most', large],
  ['timeBonus', bonusOptions, 'most', withBonus()],
];

/** The options in each language, each in another theme and at another size. Calm, so that nothing fades in. */
function inLanguages(kind: WidgetKind, options: object): WidgetOptions[] {
  const own = 'frame' in options && typeof options.frame === 'object' ? options.frame : {};
  const frames = [
    { language: 'ja', theme: 'neon' },
    { language: 'en', theme: 'festival', scale: 200 },
    { language: 'zh_CN', theme: 'glass', scale: 60 },
  ];
  return frames.map((frame) => widgetOptions(kind, { ...options, frame: { ...own, ...frame, calm: true } }));
}

/** Shows a widget at a window's size, and waits until it has these options. */
async function show(options: WidgetOptions, url: string, size: { width: number; height: number }) {
  const { kind, frame } = options;
  desk.options(options);
  const address = `${url} ${kind}`;
  if (opened?.url !== address) {
    await opened?.view.close();
    opened = { url: address, view: await openOverlayView(browser, url, size) };
  }
  const { view } = opened;
  await view.page.setViewportSize(size);
  await view.page
    .locator(`html[data-seq][data-kind="${kind}"][data-theme="${frame.theme}"] .host > *`)
    .first()
    .waitFor();
  return view;
}

describe('a source of the recommended size', () => {
  it.each(cases)('is filled by a %s with %j, and cuts nothing (%s)', async (kind, options, amount, state) => {
    desk.show(state);
    for (const each of inLanguages(kind, options)) {
      const { width, height } = sourcePlace(each);
      const view = await show(each, ownSizeUrl(desk.url, kind), { width, height });
      const { language } = each.frame;
      const least = amount === 'most' ? { across: 0.6, down: 0.7 } : { across: 0.55, down: 0.5 };
      await expect
        .poll(async () => {
          const { across, down, edge } = await painted(view.page);
          return { language, fills: across > least.across && down > least.down, isCut: edge > 24 };
        })
        .toEqual({ language, fills: true, isCut: false });
      const { rem, inside } = await layout(view);
      expect({ language, inside }).toEqual({ language, inside: true });
      // Letters are as large as the source allows, so they keep their size when the content changes.
      expect(rem / ((100 * width) / ownSize(each).width)).toBeGreaterThan(0.98);
      expect(view.faults).toEqual([]);
    }
  });

  it('shows all rows when the host asks for more than it has room for', async () => {
    desk.show(large);
    const five = widgetOptions('ranking');
    const view = await show(five, ownSizeUrl(desk.url, 'ranking'), sourcePlace(five));
    desk.options(widgetOptions('ranking', { a: { top: 12 } }));
    await expect.poll(() => view.page.locator('.ranking__row').count()).toBe(12);
    await expect.poll(async () => (await layout(view)).inside).toBe(true);
  });
});

describe('a full page, which links without the own size open', () => {
  const kinds = [...new Set(cases.map(([kind]) => kind))];

  it.each(kinds)(
    'has a %s of the chosen size between its indents, where a new source is put',
    async (kind) => {
      desk.show(large);
      for (const frame of [{}, { scale: 50, indentTop: 10, indentBottom: 20 }]) {
        const options = widgetOptions(kind, { turnSeconds: 0, frame });
        const view = await show(options, desk.url, { width: 1080, height: 1920 });
        const place = sourcePlace(options);
        await expect.poll(async () => (await layout(view)).rem).toBe(options.frame.scale);
        const { box } = await layout(view);
        expect(box.x + box.width / 2).toBeCloseTo(540, 0);
        expect(box.width).toBeLessThanOrEqual(place.width + 1);
        const isBelow = kind === 'recentGifts';
        const edge = isBelow ? box.y + box.height : box.y;
        expect(edge).toBeCloseTo(isBelow ? place.y + place.height : place.y, -0.5);
      }
    },
  );
});

/** The px of one rem, the widget's box with the room for its shadow, and whether that is on the page. */
function layout({ page }: OverlayView) {
  return page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const host = document.querySelector('.host');
    if (host === null) throw new Error('the page has no widget');
    const { x, y, width, height, right, bottom } = host.getBoundingClientRect();
    const inside = x > -1 && y > -1 && right < innerWidth + 1 && bottom < innerHeight + 1;
    const rem = Number.parseFloat(document.documentElement.style.fontSize);
    return { rem, inside, box: { x, y, width, height } };
  });
}

/** The shares of the page between the outermost drawn pixels, and the strongest alpha at its edge (0 to 255). */
async function painted(page: Page) {
  const { data, width, height } = await transparentPicture(page);
  const alphaAt = (x: number, y: number) => data[(y * width + x) * 4 + 3] ?? 0;
  const columns = Array.from({ length: width }, (_, x) => x);
  const rows = Array.from({ length: height }, (_, y) => y);
  const isDrawnIn = {
    column: (x: number) => rows.some((y) => alphaAt(x, y) >= 128),
    row: (y: number) => columns.some((x) => alphaAt(x, y) >= 128),
  };
  const edge = Math.max(
    ...columns.flatMap((x) => [alphaAt(x, 0), alphaAt(x, height - 1)]),
    ...rows.flatMap((y) => [alphaAt(0, y), alphaAt(width - 1, y)]),
  );
  const across = columns.findLastIndex(isDrawnIn.column) + 1 - columns.findIndex(isDrawnIn.column);
  const down = rows.findLastIndex(isDrawnIn.row) + 1 - rows.findIndex(isDrawnIn.row);
  return { across: across / width, down: down / height, edge };
}
