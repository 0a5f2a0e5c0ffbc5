import type { RowEvent } from '#renderer/data/show/rowRing.ts';
import type { LedgerFilter, LedgerRow } from '#shared/contract/ledger.ts';
import { movedRow } from '#shared/game/correction.ts';
import { dependsOnCredit, grownRow, matchesCredit, matchesFilter, rowIndex } from './ledgerFilter.ts';

/**
 * A contiguous range of the ledger: every row with `lo <= rowId < hi` that matches the filter, as of `seq`. Segments
 * are sorted newest first and have no holes between them. The first one has no upper end, so new rows belong to it.
 */
export interface Segment {
  lo: number;
  hi: number;
  /** Newest first. Null if evicted from memory; the rows are read again when they come near the screen. */
  rows: LedgerRow[] | null;
  /** Number of rows. For an evicted segment, the number at the time of eviction. */
  size: number;
  /** Journal sequence number at which the rows were read. Events up to it are already in the rows. */
  seq: number;
  /** The segment must be read again: a correction may have moved rows into the filter that are not in memory. */
  stale: boolean;
}

/** Presents the segments of a ledger as one list of rows, newest first. Finds rows by index and by row id. */
export class SegmentList {
  #all: Segment[] = [];
  /** Cached index of the first row of each segment; null after a segment changed. */
  #starts: number[] | null = null;

  get all(): readonly Segment[] {
    return this.#all;
  }

  get head(): Segment | undefined {
    return this.#all[0];
  }

  get tail(): Segment | undefined {
    return this.#all.at(-1);
  }

  get size(): number {
    return this.startOf(this.#all.length - 1) + (this.tail?.size ?? 0);
  }

  /** Index of the first row of segment number `at`. */
  startOf(at: number): number {
    if (this.#starts === null) {
      let start = 0;
      this.#starts = this.#all.map((each) => {
        const own = start;
        start += each.size;
        return own;
      });
    }
    return this.#starts[at] ?? 0;
  }

  /** The segment whose range contains the row id. */
  segmentOf(rowId: number): Segment | undefined {
    return findSegment(this.#all, rowId);
  }

  rowAt(index: number): LedgerRow | undefined {
    let low = 0;
    let high = this.#all.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.startOf(middle) <= index) low = middle;
      else high = middle - 1;
    }
    return this.#all[low]?.rows?.[index - this.startOf(low)];
  }

  /** Index of a row, or -1 if the row is not in memory. */
  indexOf(rowId: number): number {
    const segment = this.segmentOf(rowId);
    if (segment?.rows == null) return -1;
    const index = rowIndex(segment.rows, rowId);
    if (segment.rows[index]?.rowId !== rowId) return -1;
    return this.startOf(this.#all.indexOf(segment)) + index;
  }

  /** Splits the segment that contains `rowId`, so that `rowId` and newer rows are in a segment of their own. */
  split(rowId: number): void {
    this.#set(splitAt(this.#all, rowId));
  }

  /** Replaces the range of `read` by `read`. */
  put(read: Segment): void {
    this.#set(replaceRange(this.#all, read));
  }

  /** Removes evicted segments at the old end. Returns whether there were any. */
  trimEnd(): boolean {
    const end = this.#all.findLastIndex((each) => each.rows !== null) + 1;
    if (end === this.#all.length) return false;
    this.#set(this.#all.slice(0, end));
    return true;
  }

  /** Call after the size of a segment has changed. */
  resized(): void {
    this.#starts = null;
  }

  #set(segments: Segment[]): void {
    this.#all = segments;
    this.#starts = null;
  }
}

/** Binary search for the segment whose range contains the row id. */
function findSegment(segments: readonly Segment[], rowId: number): Segment | undefined {
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

/** Splits the segment that contains `rowId`; the row itself goes to the newer half. */
function splitAt(segments: readonly Segment[], rowId: number): Segment[] {
  return segments.flatMap((each) => {
    if (rowId <= each.lo || rowId >= each.hi) return [each];
    return [slice(each, rowId, each.hi, 0), slice(each, each.lo, rowId, 0)];
  });
}

/** Replaces the range of `read`. Segments that overlap it keep only their rows outside of the range. */
function replaceRange(segments: readonly Segment[], read: Segment): Segment[] {
  const above: Segment[] = [];
  const below: Segment[] = [];
  for (const each of segments) {
    if (each.hi > read.hi) above.push(each.lo >= read.hi ? each : slice(each, read.hi, each.hi, read.size));
    if (each.lo < read.lo) below.push(each.hi <= read.lo ? each : slice(each, each.lo, read.lo, read.size));
  }
  return [...above, read, ...below];
}

/**
 * The sub-range `lo` to `hi` of a segment. For an evicted segment the size is an estimate: its former size without the
 * `elsewhere` rows that are known to be outside of the sub-range.
 */
function slice(whole: Segment, lo: number, hi: number, elsewhere: number): Segment {
  if (whole.rows === null) return { ...whole, lo, hi, size: Math.max(0, whole.size - elsewhere) };
  const from = hi === Number.POSITIVE_INFINITY ? 0 : rowIndex(whole.rows, hi - 1);
  const rows = whole.rows.slice(from, rowIndex(whole.rows, lo - 1));
  return { ...whole, lo, hi, rows, size: rows.length };
}

/** The id of the row that an event opens or changes. */
export function rowIdOf(event: RowEvent): number {
  if (event.kind === 'opened') return event.row.rowId;
  return event.kind === 'grew' ? event.growth.rowId : event.move.rowId;
}

/**
 * Applies a row event to a segment. Returns `unknownRow` if a correction may have moved a row into the filter that is
 * not in memory; the caller must then read the segment again.
 */
export function applyToSegment(
  segment: Segment,
  event: RowEvent,
  filter: LedgerFilter,
): 'nothing' | 'changed' | 'unknownRow' {
  const { rows } = segment;
  if (rows === null) return 'nothing';
  const rowId = rowIdOf(event);
  const index = rowIndex(rows, rowId);
  const row = rows[index]?.rowId === rowId ? rows[index] : undefined;
  if (row === undefined) {
    if (event.kind === 'moved' && dependsOnCredit(filter) && matchesCredit(filter, event.move))
      return 'unknownRow';
    if (event.kind !== 'opened' || !matchesFilter(filter, event.row)) return 'nothing';
    rows.splice(index, 0, event.row);
  } else if (event.kind === 'opened') return 'nothing';
  else if (event.kind === 'grew') rows[index] = grownRow(row, event.growth);
  else {
    const moved = movedRow(row, event.move);
    if (matchesCredit(filter, moved)) rows[index] = moved;
    else rows.splice(index, 1);
  }
  segment.size = rows.length;
  return 'changed';
}
