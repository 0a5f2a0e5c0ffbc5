import type { RowEvent } from '#renderer/data/show/rowRing.ts';
import type { LedgerFilter, LedgerRow } from '#shared/contract/ledger.ts';

/** A page to be read: rows below `before` (from the newest when absent), of which those from `floor` on count. */
export interface PageWanted {
  before: number | undefined;
  floor: number;
  limit: number;
  generation: number;
}

export interface PageRead {
  rows: readonly LedgerRow[];
  next: number | null;
  total: number;
  seq: number;
}

export interface LedgerWindowOptions {
  filter: LedgerFilter;
  /** The last sequence number whose row events were told before the window was made. */
  applied: number;
  /** Row events after `seq`, null when they are no longer kept. */
  recentSince(seq: number): RowEvent[] | null;
  pageSize?: number;
  /** Rows this far from what is on screen are dropped from memory. */
  reach?: number;
}
