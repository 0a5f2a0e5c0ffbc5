import type { LedgerRow } from '#shared/contract/ledger.ts';
import { placeOf } from './ledgerRows.ts';
import { overlay, type Segment, segmentOf, splitAt } from './segments.ts';

/** The stretches of a ledger as one list of rows, newest first, found by index or by row id. */
export class SegmentList {
  #all: Segment[] = [];
  /** Index of the first row of each stretch; made again when one has changed. */
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

  /** Index of the first row of the stretch at a place. */
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

  /** The stretch that a row falls into. */
  around(rowId: number): Segment | undefined {
    return segmentOf(this.#all, rowId);
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

  /** The index of a row, -1 when it is not in memory. */
  indexOf(rowId: number): number {
    const segment = this.around(rowId);
    if (segment?.rows == null) return -1;
    const place = placeOf(segment.rows, rowId);
    if (segment.rows[place]?.rowId !== rowId) return -1;
    return this.startOf(this.#all.indexOf(segment)) + place;
  }

  /** Rows from `rowId` on begin a stretch of their own. */
  split(rowId: number): void {
    this.#set(splitAt(this.#all, rowId));
  }

  /** Puts what was read in the place of what was held of that stretch. */
  put(read: Segment): void {
    this.#set(overlay(this.#all, read));
  }

  /** Forgets the dropped stretches at the old end; true when there were any. */
  trimEnd(): boolean {
    const kept = this.#all.findLastIndex((each) => each.rows !== null) + 1;
    if (kept === this.#all.length) return false;
    this.#set(this.#all.slice(0, kept));
    return true;
  }

  /** To be told after the size of a stretch has changed. */
  resized(): void {
    this.#starts = null;
  }

  #set(segments: Segment[]): void {
    this.#all = segments;
    this.#starts = null;
  }
}
