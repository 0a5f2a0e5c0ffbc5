import type { LedgerRow } from '#shared/contract/ledger.ts';
import { placeOf } from './ledgerRows.ts';

/**
 * A stretch of the ledger: every row with `lo <= rowId < hi` that the filter lets through, as of `seq`.
 * Stretches stand newest first and touch each other; the first one has no upper end, so new rows fall into it.
 */
export interface Segment {
  lo: number;
  hi: number;
  /** Newest first; null once dropped, to be read again when it comes near the screen. */
  rows: LedgerRow[] | null;
  /** How many rows; what was true when they were dropped. */
  size: number;
  /** The state of the journal that the rows were read at; events up to there are in them already. */
  seq: number;
  /** A correction may have brought in rows that we do not have: to be read again. */
  stale: boolean;
}

/** The stretch that a row falls into. */
export function segmentOf(segments: readonly Segment[], rowId: number): Segment | undefined {
  let low = 0;
  let high = segments.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const segment = segments[middle];
    if (segment === undefined) return undefined;
    if (rowId >= segment.hi) high = middle - 1;
    else if (rowId < segment.lo) low = middle + 1;
    else return segment;
  }
  return undefined;
}

/** Cuts the stretch around `rowId` in two, so that rows from `rowId` on are above the cut. */
export function splitAt(segments: readonly Segment[], rowId: number): Segment[] {
  return segments.flatMap((each) => {
    if (rowId <= each.lo || rowId >= each.hi) return [each];
    return [part(each, rowId, each.hi, 0), part(each, each.lo, rowId, 0)];
  });
}

/** Puts what was read in the place of whatever is known of that stretch; what sticks out of it stays. */
export function overlay(segments: readonly Segment[], read: Segment): Segment[] {
  const above: Segment[] = [];
  const below: Segment[] = [];
  for (const each of segments) {
    if (each.hi > read.hi) above.push(each.lo >= read.hi ? each : part(each, read.hi, each.hi, read.size));
    if (each.lo < read.lo) below.push(each.hi <= read.lo ? each : part(each, each.lo, read.lo, read.size));
  }
  return [...above, read, ...below];
}

/** The part of a stretch; of a dropped one nobody knows how many rows are where, so the rest is assumed. */
function part(whole: Segment, lo: number, hi: number, elsewhere: number): Segment {
  if (whole.rows === null) return { ...whole, lo, hi, size: Math.max(0, whole.size - elsewhere) };
  const from = hi === Number.POSITIVE_INFINITY ? 0 : placeOf(whole.rows, hi - 1);
  const rows = whole.rows.slice(from, placeOf(whole.rows, lo - 1));
  return { ...whole, lo, hi, rows, size: rows.length };
}
