import type { RowEvent } from '#renderer/data/show/rowRing.ts';
import { grownRow, matchesFilter } from '#renderer/features/show/ledger/ledgerFilter.ts';
import type { PageAnswer, PageRequest } from '#renderer/features/show/ledger/ledgerWindow.ts';
import type { LedgerFilter, LedgerRow, Reason, Target } from '#shared/contract/ledger.ts';
import { movedRow } from '#shared/game/correction.ts';

/** A row as the fold opens it, with default values. */
export function rowOf(rowId: number, more: Partial<LedgerRow> = {}): LedgerRow {
  return {
    rowId,
    seq: rowId,
    at: 1_000 * rowId,
    lastAt: 1_000 * rowId,
    viewerId: `v${rowId % 3}`,
    viewerName: `Viewer ${rowId % 3}`,
    viewerUsername: `viewer${rowId % 3}`,
    giftId: 5655,
    giftName: 'Rose',
    unitDiamonds: 1,
    streakKey: '',
    count: 1,
    diamonds: 1,
    votesTenths: 10,
    autoTarget: 'unallocated',
    autoReason: 'unbound',
    target: 'unallocated',
    reason: 'unbound',
    marks: [],
    round: 0,
    late: 'no',
    ...more,
  };
}

/** Model of the backstage's ledger: all rows, and every row event in the order of the journal. */
export class LedgerModel {
  readonly rows = new Map<number, LedgerRow>();
  readonly events: RowEvent[] = [];
  seq = 0;

  open(more: Partial<LedgerRow> = {}): void {
    this.seq += 1;
    const row = rowOf(this.seq, more);
    this.rows.set(row.rowId, row);
    this.events.push({ kind: 'opened', seq: this.seq, row });
  }

  grow(rowId: number): void {
    const row = this.rows.get(rowId);
    if (row === undefined) return;
    this.seq += 1;
    const growth = {
      rowId,
      seq: this.seq,
      at: 1_000 * this.seq,
      count: 2,
      diamonds: 2,
      votesTenths: 20,
      missedMessage: this.seq % 5 === 0,
    };
    this.rows.set(rowId, grownRow(row, growth));
    this.events.push({ kind: 'grew', seq: this.seq, growth });
  }

  /** One correction of several rows: one event per row, all with the same sequence number. */
  move(rowIds: number[], target: Target, reason: Reason): void {
    const known = rowIds.filter((rowId) => this.rows.has(rowId));
    if (known.length === 0) return;
    this.seq += 1;
    for (const rowId of known) {
      const row = this.rows.get(rowId);
      if (row === undefined) continue;
      const move = { rowId, seq: this.seq, target, reason };
      this.rows.set(rowId, movedRow(row, move));
      this.events.push({ kind: 'moved', seq: this.seq, move });
    }
  }

  /** Newest first. */
  matching(filter: LedgerFilter): LedgerRow[] {
    return [...this.rows.values()].filter((row) => matchesFilter(filter, row)).reverse();
  }

  page(filter: LedgerFilter, request: Pick<PageRequest, 'before' | 'limit'>): PageAnswer {
    const all = this.matching(filter);
    const below = all.filter((row) => row.rowId < (request.before ?? Number.POSITIVE_INFINITY));
    const rows = below.slice(0, request.limit);
    const next = below.length > rows.length ? (rows.at(-1)?.rowId ?? null) : null;
    return { rows, next, total: all.length, seq: this.seq };
  }
}
