import type { LedgerRow } from '../contract/ledger.ts';
import { anchorIdOf } from '../game/table.ts';
import type { LedgerDelta } from './roundTallies.ts';

/** Number of rows stored per price: the most that a widget shows. */
const ROWS_PER_PRICE = 12;

/** The public fields of a ledger row. A streak keeps its `rowId` while it grows. */
export interface RecentGift {
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
