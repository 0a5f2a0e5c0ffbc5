import type { CallResult } from '#shared/contract/backstage.ts';
import type { LedgerFilter, LedgerRow } from '#shared/contract/ledger.ts';
import { movedRow } from '#shared/game/rows.ts';
import type { FoldSink, RowGrowth, RowMove } from '#shared/game/state.ts';
import { matchesFilter } from '../ledger/ledgerFilter.ts';
import { grownRow } from '../ledger/ledgerRows.ts';

/** A moment of a show is looked at with the newest rows of it. */
const ROWS_KEPT = 1000;

/** The ledger as it stood at the moment that is shown: the newest rows, as they had grown and moved by then. */
export class ReplayLedger implements FoldSink {
  /** Oldest first. */
  readonly #rows: Map<number, LedgerRow>;

  constructor(rows: readonly LedgerRow[] = []) {
    this.#rows = new Map(rows.map((row) => [row.rowId, row]));
  }

  opened(row: LedgerRow): void {
    this.#rows.set(row.rowId, row);
    if (this.#rows.size <= ROWS_KEPT) return;
    const [oldest] = this.#rows.keys();
    if (oldest !== undefined) this.#rows.delete(oldest);
  }

  grew(growth: RowGrowth): void {
    const row = this.#rows.get(growth.rowId);
    if (row !== undefined) this.#rows.set(growth.rowId, grownRow(row, growth));
  }

  moved(move: RowMove): void {
    const row = this.#rows.get(move.rowId);
    if (row !== undefined) this.#rows.set(move.rowId, movedRow(row, move));
  }

  /** The rows that are kept; each is replaced, never changed. */
  get rows(): LedgerRow[] {
    return [...this.#rows.values()];
  }

  /** What a backstage would answer, newest first. */
  page(
    filter: LedgerFilter,
    before: number | undefined,
    limit: number,
    seq: number,
  ): CallResult<'ledger.page'> {
    const all = this.rows.reverse().filter((row) => matchesFilter(filter, row));
    const wanted = before === undefined ? all : all.filter(({ rowId }) => rowId < before);
    const rows = wanted.slice(0, limit);
    const last = rows.at(-1);
    const next = wanted.length > rows.length && last !== undefined ? last.rowId : null;
    return { rows, next, total: all.length, seq };
  }
}
