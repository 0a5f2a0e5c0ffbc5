import './recentGifts.css';
import type { OverlayGift, OverlayState } from '#shared/contract/overlay/state.ts';
import type { OptionsOf } from '#shared/contract/overlay/widget.ts';
import { nameWidth, numberWidth } from '#shared/overlay/shownName.ts';
import { anchorById, giftPicture } from '../../anchors.ts';
import { createIcon, element, setHidden } from '../../ui/element.ts';
import { createRows, type RowView } from '../../ui/lists.ts';
import { createFigures, createNumber, type Figures } from '../../ui/numbers.ts';
import { createGiftSign, createName } from '../../ui/person.ts';
import type { WidgetEnv, WidgetFactory } from '../../widget.ts';

/** The newest gifts, each on its own plate, at the lower edge of the page. */
export const recentGifts: WidgetFactory<'recentGifts'> = (host, first, env) => {
  const figures = createFigures(first.frame, env.tenths);
  const rows = createRows<RecentRow>({
    key: ({ key }) => key,
    make: () => createRecent(figures, env),
    still: env.reduced,
  });
  const root = element('section', 'recent', rows.element);
  host.append(root);
  const readable = new ReadableGifts();
  let options = first;
  let state: Partial<OverlayState> = {};

  return {
    update: (all) => {
      state = all;
    },
    options: (next) => {
      options = next;
    },
    moment: () => {},
    // The hub's clock may jump.
    clock: () => {
      const { rows: shown, nextMs } = recentRows(readable, state, options, performance.now());
      rows.show(shown);
      return nextMs;
    },
    destroy: () => root.remove(),
  };
};

/** Room for the viewer, and for the anchor, in full-width letters of their size. */
const VIEWER_ROOM = 12;
const TO_ROOM = 8;
/**
 * The line with the gift, its anchor and its count, in letters of the gift: its length, the arrow's width, the width of a
 * long anchor, and that of a letter of the count.
 */
const LINE_ROOM = 19.2;
const ARROW_WIDTH = 1.6;
const LONG_TO_WIDTH = 7.5;
const TIMES_SCALE = 1.85;

function createRecent(figures: Figures, env: WidgetEnv): RowView<RecentRow> {
  const sign = createGiftSign();
  const viewer = createName('recent__viewer');
  const gift = createName('recent__gift');
  const to = createName('recent__to');
  const arrow = createIcon('arrow');
  const times = createNumber('recent__times', env.reduced);
  const target = element('span', 'recent__target');
  target.append(arrow, to.element);
  const row = element(
    'div',
    'recent__row',
    element(
      'div',
      'recent__plate plate',
      sign.element,
      element('span', 'recent__words', viewer.element, element('span', 'recent__line', gift.element, target)),
      times.element,
    ),
  );
  return {
    element: row,
    show: (item) => {
      sign.show(item.giftName, env.picture(item.picture));
      viewer.show(item.viewer, VIEWER_ROOM);
      setHidden(target, item.to === '');
      to.show(item.to, TO_ROOM);
      const count = `×${figures.whole(item.count)}`;
      times.show(count);
      gift.show(item.giftName, giftRoom(item.to, count));
    },
  };
}

function giftRoom(to: string, count: string): number {
  const width = to === '' ? -ARROW_WIDTH : nameWidth(to);
  const beside = ARROW_WIDTH + (width > TO_ROOM ? LONG_TO_WIDTH : width);
  return LINE_ROOM - beside - numberWidth(count) * TIMES_SCALE;
}

interface RecentRow {
  key: string;
  viewer: string;
  giftName: string;
  /** Path of the gift's picture on the hub; '' for none. */
  picture: string;
  count: number;
  /** Nickname of the gift's anchor, also of a former one; '' if it is unallocated. */
  to: string;
}

/** The rows to show at `now` (ms), newest first, and the ms until they change by themselves. */
export function recentRows(
  readable: ReadableGifts,
  state: Partial<OverlayState>,
  { top, minDiamonds }: Pick<OptionsOf<'recentGifts'>, 'top' | 'minDiamonds'>,
  now: number,
): { rows: RecentRow[]; nextMs: number } {
  const recent = Object.entries(state.recent ?? {}).filter(([, gift]) => gift.unitDiamonds >= minDiamonds);
  const { gifts, nextMs } = readable.choose(new Map(recent), top, now);
  const rows = gifts.map(({ key, viewer, giftId, giftName, count, anchorId }) => {
    const to = anchorId === null ? '' : (anchorById(state, anchorId)?.nickname ?? '');
    return { key, viewer, giftName, picture: giftPicture(state, [giftId]), count, to };
  });
  return { rows, nextMs };
}

/** Least time that viewers have to read a row (ms). */
const LEAST_MS = 1500;

/** Gifts of one kind, from one viewer for one anchor. */
interface GroupedGift extends OverlayGift {
  key: string;
}

/**
 * Chooses the gifts to show so that each can be read. Gifts of one kind from a viewer for the same anchor share a row. A
 * row keeps its place for 1.5 s at least. If more gifts wait than places are free, the most valuable come first.
 */
export class ReadableGifts {
  /** Gifts of the hub, and former ones of shown rows, by ledger row. */
  readonly #gifts = new Map<string, OverlayGift>();
  /** When each row got its place (ms), oldest first. */
  readonly #shown = new Map<string, number>();
  /** The counts that rows had when they lost their places. */
  readonly #left = new Map<string, number>();

  /** `now` is in ms. Returns the rows from the newest, and the ms until a waiting gift gets a place. */
  choose(
    recent: ReadonlyMap<string, OverlayGift>,
    top: number,
    now: number,
  ): { gifts: GroupedGift[]; nextMs: number } {
    if (recent.size === 0) this.#clear();
    const groups = this.#group(recent);
    for (const key of this.#shown.keys()) if (!groups.has(key)) this.#shown.delete(key);
    for (const [key, count] of this.#left) {
      const group = groups.get(key);
      if (group === undefined) this.#left.delete(key);
      else this.#left.set(key, Math.min(count, group.count));
    }
    const isFirst = this.#shown.size === 0;
    const byAge = [...groups.values()].sort((one, other) => one.at - other.at);
    const waiting = byAge.filter(
      ({ key, count }) => !this.#shown.has(key) && count > (this.#left.get(key) ?? 0),
    );
    const places = this.#freePlaces(top, now);
    const chosen = isFirst ? waiting.slice(-top) : mostValuable(waiting, Math.min(places, waiting.length));
    for (const { key } of chosen) {
      if (this.#shown.size >= top) this.#removeOldest(groups);
      this.#shown.set(key, now);
      this.#left.delete(key);
    }
    if (isFirst) for (const { key, count } of waiting.slice(0, -top)) this.#left.set(key, count);
    while (this.#shown.size > top) this.#removeOldest(groups);
    const rows = [...this.#shown.keys()].reverse().flatMap((key) => groups.get(key) ?? []);
    const waits = !isFirst && waiting.length > chosen.length;
    const [oldest = now] = this.#shown.values();
    return { gifts: rows, nextMs: waits ? Math.max(0, oldest + LEAST_MS - now) : Number.POSITIVE_INFINITY };
  }

  #clear(): void {
    this.#gifts.clear();
    this.#shown.clear();
    this.#left.clear();
  }

  #group(recent: ReadonlyMap<string, OverlayGift>): Map<string, GroupedGift> {
    for (const [row, gift] of recent) this.#gifts.set(row, gift);
    const oldest = Math.min(...[...recent.values()].map(({ at }) => at));
    const groups = new Map<string, GroupedGift>();
    for (const [row, gift] of this.#gifts) {
      const key = `${gift.viewer}\n${gift.giftId}\n${gift.anchorId ?? ''}`;
      // The hub sends the newest gifts. A newer one that is missing was taken back.
      const stays = this.#shown.has(key) && gift.at <= oldest;
      if (!recent.has(row) && !stays) {
        this.#gifts.delete(row);
        continue;
      }
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { ...gift, key });
      else
        groups.set(key, { ...gift, key, at: Math.max(group.at, gift.at), count: group.count + gift.count });
    }
    return groups;
  }

  /** Places without a row, and those whose row was there long enough. */
  #freePlaces(top: number, now: number): number {
    const held = [...this.#shown.values()].filter((since) => now - since < LEAST_MS).length;
    return Math.max(0, top - held);
  }

  #removeOldest(groups: ReadonlyMap<string, GroupedGift>): void {
    const [key] = this.#shown.keys();
    if (key === undefined) return;
    this.#shown.delete(key);
    this.#left.set(key, groups.get(key)?.count ?? 0);
  }
}

/** The most valuable gifts, in their former order. */
function mostValuable(gifts: readonly GroupedGift[], count: number): GroupedGift[] {
  const diamonds = (gift: GroupedGift) => gift.unitDiamonds * gift.count;
  const chosen = new Set([...gifts].sort((one, other) => diamonds(other) - diamonds(one)).slice(0, count));
  return gifts.filter((gift) => chosen.has(gift));
}
