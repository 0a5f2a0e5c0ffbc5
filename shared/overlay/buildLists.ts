import type { LedgerRow } from '../contract/ledger.ts';
import type { OverlayDance, OverlayEntry, OverlayGuide, OverlayState } from '../contract/overlay/state.ts';
import type { Dance } from '../contract/round.ts';
import type { GiftTally, Tally } from '../contract/snapshot.ts';
import type { GameState } from '../game/state.ts';
import { anchorIdOf } from '../game/table.ts';
import { giftById } from '../gifts/catalogue.ts';
import { copyCountdown } from './buildRound.ts';
import type { LedgerDelta } from './roundTallies.ts';

/** Maximum number of ranks in a list. */
export const MAX_RANKS = 20;
/** Maximum number of waiting dances in the `dances` section. */
const MAX_WAITING_DANCES = 12;

/** Keys a sorted list by rank, from '1'. */
export function keyByRank(
  items: readonly (Tally & { name: string; giftId?: number })[],
): Record<string, OverlayEntry> {
  return Object.fromEntries(
    items.map(({ name, giftId, votesTenths, diamonds, count }, index): [string, OverlayEntry] => [
      String(index + 1),
      { name, giftId, votesTenths, diamonds, count },
    ]),
  );
}

/**
 * The gift types with the most votes, in descending order; equal ones by diamonds, then by id. Sorts them all: there
 * are a few hundred at most.
 */
export function topGifts(gifts: Iterable<GiftTally>): (Tally & { name: string; giftId: number })[] {
  return [...gifts]
    .filter(({ votesTenths }) => votesTenths > 0)
    .sort((a, b) => b.votesTenths - a.votesTenths || b.diamonds - a.diamonds || a.id - b.id)
    .slice(0, MAX_RANKS)
    .map(({ id, name, votesTenths, diamonds, count }) => ({
      giftId: id,
      name,
      votesTenths,
      diamonds,
      count,
    }));
}

/** The running dance, which has a countdown, then the waiting ones in their order. */
export function buildDances(state: GameState): OverlayState['dances'] {
  const entries: [string, OverlayDance][] = [];
  const gameplay = new Map(state.preset?.gameplay.map((entry) => [entry.id, entry]));
  const style = state.preset?.effects.style ?? 'chinese';
  const add = (dance: Dance, countdown: OverlayDance['countdown']) => {
    const { id, entryId, viewerId, times } = dance;
    const { name = '', effects = '' } = gameplay.get(entryId) ?? {};
    const viewer = state.viewers.get(viewerId)?.name ?? '';
    entries.push([
      String(id),
      { entryId, name, effects, style, viewer, times, countdown, order: entries.length },
    ]);
  };
  if (state.playing !== null) add(state.playing.dance, copyCountdown(state.playing.countdown));
  const most = entries.length + MAX_WAITING_DANCES;
  for (const dance of state.dances.values()) {
    if (entries.length >= most) break;
    add(dance, null);
  }
  return Object.fromEntries(entries);
}

/** The gifts of the anchors, then those of the gameplay entries, each in the preset's order. */
export function buildGuide(state: GameState): OverlayState['guide'] {
  const entries: [string, OverlayGuide][] = [];
  const add = (key: string, giftIds: readonly number[], anchorId: string | null, entry: string) => {
    const [first] = giftIds;
    if (first === undefined) return;
    const received = giftIds.map((id) => state.gifts.get(id)).find((gift) => gift !== undefined);
    const guide = {
      giftIds: [...giftIds],
      // `localise` fills in the names that the catalogue has.
      giftName: giftById(first) === undefined ? (received?.name ?? '') : '',
      unitDiamonds: received?.unitDiamonds ?? giftById(first)?.diamonds ?? 0,
      anchorId,
      entry,
      order: entries.length,
    };
    entries.push([key, guide]);
  };
  for (const { id, gift } of state.preset?.anchors ?? []) add(`anchor:${id}`, gift?.ids ?? [], id, '');
  for (const { id, gift, name } of state.preset?.gameplay ?? [])
    add(`entry:${id}`, gift?.ids ?? [], null, name);
  return Object.fromEntries(entries);
}

/** Number of rows stored per price: the most that a widget shows. */
const ROWS_PER_PRICE = 12;

/** The public fields of a ledger row. A streak keeps its `rowId` while it grows. */
interface RecentGift {
  rowId: number;
  at: number;
  viewerId: string;
  viewerName: string;
  giftId: number;
  giftName: string;
  unitDiamonds: number;
  count: number;
  anchorId: string | null;
}

/** Reads the newest rows with at least this price (diamonds of one gift), oldest first. */
type ReadNewest = (fromDiamonds: number, limit: number) => readonly LedgerRow[];

/**
 * Stores the newest gifts for each minimum price that a widget has set. One list for all would lose a large gift to a
 * flood of small ones.
 */
export class RecentGifts {
  readonly #readNewest: ReadNewest;
  /** By minimum price and row id, oldest first. */
  readonly #byPrice = new Map<number, Map<number, RecentGift>>();

  constructor(readNewest: ReadNewest) {
    this.#readNewest = readNewest;
  }

  /** Sets the minimum prices (diamonds of one gift) to store rows for. Reads the rows of new prices. */
  setPrices(prices: ReadonlySet<number>): void {
    for (const price of this.#byPrice.keys()) if (!prices.has(price)) this.#byPrice.delete(price);
    for (const price of prices) {
      if (this.#byPrice.has(price)) continue;
      const rows = this.#readNewest(price, ROWS_PER_PRICE).map((row): [number, RecentGift] => [
        row.rowId,
        publicRow(row),
      ]);
      this.#byPrice.set(price, new Map(rows));
    }
  }

  /** Applies a batch's changes of the ledger. */
  apply({ rows, growths, moves }: LedgerDelta): void {
    for (const [price, stored] of this.#byPrice) {
      for (const [rowId, growth] of growths) {
        const row = stored.get(rowId);
        if (row !== undefined) stored.set(rowId, { ...row, count: row.count + growth.count });
      }
      for (const [rowId, { target }] of moves) {
        const row = stored.get(rowId);
        if (row !== undefined) stored.set(rowId, { ...row, anchorId: anchorIdOf(target) });
      }
      for (const row of rows.values()) if (row.unitDiamonds >= price) stored.set(row.rowId, publicRow(row));
      for (const oldest of stored.keys()) {
        if (stored.size <= ROWS_PER_PRICE) break;
        stored.delete(oldest);
      }
    }
  }

  /** The rows of all prices without duplicates, oldest first. */
  rows(): RecentGift[] {
    const rows = new Map<number, RecentGift>();
    for (const stored of this.#byPrice.values()) for (const [rowId, row] of stored) rows.set(rowId, row);
    return [...rows.values()].sort((a, b) => a.rowId - b.rowId);
  }
}

function publicRow(row: LedgerRow): RecentGift {
  const { rowId, at, viewerId, viewerName, giftId, giftName, unitDiamonds, count } = row;
  return {
    rowId,
    at,
    viewerId,
    viewerName,
    giftId,
    giftName,
    unitDiamonds,
    count,
    anchorId: anchorIdOf(row.target),
  };
}
