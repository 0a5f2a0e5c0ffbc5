import type { LedgerRow, RowMark } from '#shared/contract/ledger.ts';
import type { RowGrowth } from '#shared/game/state.ts';

/** Index of a row in `rows` (newest first), or the index at which the row would be inserted. Binary search. */
export function rowIndex(rows: readonly LedgerRow[], rowId: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.rowId ?? 0) > rowId) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row after a later message of its streak. Returns a new object, so that React sees the change. */
export function grownRow(row: LedgerRow, growth: RowGrowth): LedgerRow {
  const missed: RowMark = 'missedMessage';
  return {
    ...row,
    seq: growth.seq,
    lastAt: growth.at,
    count: row.count + growth.count,
    diamonds: row.diamonds + growth.diamonds,
    votesTenths: row.votesTenths + growth.votesTenths,
    marks: growth.missedMessage && !row.marks.includes(missed) ? [...row.marks, missed] : row.marks,
  };
}
