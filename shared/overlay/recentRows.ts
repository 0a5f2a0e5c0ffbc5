import type { LedgerRow } from '../contract/ledger.ts';
import { anchorIdOf } from '../game/table.ts';
import type { RowNews } from './roundBook.ts';

/** So many a widget shows at most. */
const SHOWN = 12;

/** A row as viewers may know it, with its number, under which it stays while it grows. */
export interface RecentRow {
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

/** The newest rows from a price on, oldest first. */
type Newest = (fromDiamonds: number, limit: number) => readonly LedgerRow[];

/**
 * The newest gifts, for each of the prices from which somebody shows them: a storm of small gifts must not push
 * out the large one that a widget is there for.
 */
export class RecentRows {
  readonly #newest: Newest;
  readonly #byPrice = new Map<number, Map<number, RecentRow>>();

  constructor(newest: Newest) {
    this.#newest = newest;
  }

  /** From which prices on (diamonds of one gift) rows are wanted. */
  want(prices: ReadonlySet<number>): void {
    for (const price of this.#byPrice.keys()) if (!prices.has(price)) this.#byPrice.delete(price);
    for (const price of prices) {
      if (this.#byPrice.has(price)) continue;
      const rows = this.#newest(price, SHOWN).map((row): [number, RecentRow] => [row.rowId, shown(row)]);
      this.#byPrice.set(price, new Map(rows));
    }
  }

  /** Takes what a batch did to the ledger. */
  take({ rows, growths, moves }: RowNews): void {
    for (const [price, kept] of this.#byPrice) {
      for (const [rowId, growth] of growths) {
        const row = kept.get(rowId);
        if (row !== undefined) kept.set(rowId, { ...row, count: row.count + growth.count });
      }
      for (const [rowId, { target }] of moves) {
        const row = kept.get(rowId);
        if (row !== undefined) kept.set(rowId, { ...row, anchorId: anchorIdOf(target) });
      }
      for (const row of rows.values()) if (row.unitDiamonds >= price) kept.set(row.rowId, shown(row));
      for (const oldest of kept.keys()) {
        if (kept.size <= SHOWN) break;
        kept.delete(oldest);
      }
    }
  }

  /** Each row once, oldest first. */
  read(): RecentRow[] {
    const rows = new Map<number, RecentRow>();
    for (const kept of this.#byPrice.values()) for (const [rowId, row] of kept) rows.set(rowId, row);
    return [...rows.values()].sort((a, b) => a.rowId - b.rowId);
  }
}

function shown(row: LedgerRow): RecentRow {
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
