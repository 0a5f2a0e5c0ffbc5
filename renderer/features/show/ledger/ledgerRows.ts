import type { LedgerRow, RowMark } from '#shared/contract/ledger.ts';
import type { RowGrowth } from '#shared/game/state.ts';

/** Rows stand newest first. The place of a row, or of where it would stand, in `rows`. */
export function placeOf(rows: readonly LedgerRow[], rowId: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.rowId ?? 0) > rowId) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row after a later part of its streak: a new object, so that a screen sees at once what has changed. */
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
