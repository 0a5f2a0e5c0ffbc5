import type { RowEvent } from '#renderer/data/show/rowRing.ts';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import { movedRow } from '#shared/game/correction.ts';
import { byVotes, rowWaits, type WaitingGroup, waitingGroup, waitingKey } from '#shared/game/waiting.ts';
import { grownRow } from '../ledger/ledgerFilter.ts';
import { rowIdOf } from '../ledger/segmentList.ts';

/** Maximum number of rows that left the queue and are kept, so that an undo shows them again without a call. */
const MOST_LEFT = 2000;

/** The rows that wait for the host, and their groups by votes in descending order. */
export class WaitingRows {
  readonly #rows = new Map<number, LedgerRow>();
  readonly #left = new Map<number, LedgerRow>();
  readonly #groups = new Map<string, WaitingGroup>();
  #sorted: readonly WaitingGroup[] | null = null;
  #revision = 0;

  /** Increases with every change. */
  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** The groups by votes in descending order; equal ones in the order of their first gift. */
  get groups(): readonly WaitingGroup[] {
    this.#sorted ??= [...this.#groups.values()].sort(byVotes);
    return this.#sorted;
  }

  /** Adds a row that was read, unless a newer version of the row is stored. */
  add(row: LedgerRow): void {
    const known = this.#rows.get(row.rowId) ?? this.#left.get(row.rowId);
    if (known === undefined || known.seq < row.seq) this.#put(row);
  }

  /** Applies row events, oldest first. Returns false if a row waits again whose content is not stored. */
  apply(events: readonly RowEvent[]): boolean {
    let complete = true;
    for (const event of events) {
      const rowId = rowIdOf(event);
      const known = this.#rows.get(rowId) ?? this.#left.get(rowId);
      if (known === undefined) {
        if (event.kind === 'opened') this.#put(event.row);
        else if (event.kind === 'moved' && mayWait(event.move)) complete = false;
      } else if (event.seq > known.seq) {
        if (event.kind === 'grew') this.#put(grownRow(known, event.growth));
        else if (event.kind === 'moved') this.#put(movedRow(known, event.move));
      }
    }
    return complete;
  }

  #put(row: LedgerRow): void {
    const before = this.#rows.get(row.rowId);
    if (rowWaits(row)) {
      this.#left.delete(row.rowId);
      this.#rows.set(row.rowId, row);
      const key = waitingKey(row);
      if (before !== undefined && waitingKey(before) !== key) this.#regroup(before, null);
      this.#regroup(row, row);
    } else {
      this.#rows.delete(row.rowId);
      if (before !== undefined) {
        this.#keepLeft(row);
        this.#regroup(before, null);
      } else if (this.#left.has(row.rowId)) this.#left.set(row.rowId, row);
    }
  }

  #keepLeft(row: LedgerRow): void {
    this.#left.set(row.rowId, row);
    const [oldest] = this.#left.keys();
    if (this.#left.size > MOST_LEFT && oldest !== undefined) this.#left.delete(oldest);
  }

  /** Replaces a row in its group, or removes it if `now` is null. */
  #regroup(row: LedgerRow, now: LedgerRow | null): void {
    const key = waitingKey(row);
    const others = this.#groups.get(key)?.rows.filter(({ rowId }) => rowId !== row.rowId) ?? [];
    const rows = now === null ? others : [...others, now];
    if (rows.length === 0) this.#groups.delete(key);
    else this.#groups.set(key, waitingGroup(key, rows));
    this.#sorted = null;
    this.#revision += 1;
  }
}

/** The unallocated rows of groups with fewer votes than the threshold. */
export function smallRows(groups: readonly WaitingGroup[], underVotes: number): LedgerRow[] {
  return groups
    .filter(({ late, votesTenths }) => !late && votesTenths < underVotes * 10)
    .flatMap(({ rows }) => rows);
}

/** Whether a row that is not stored may wait after this move. */
function mayWait({ target, reason, late }: { target: string; reason: string; late?: string }): boolean {
  return late === 'listed' || (target === 'unallocated' && reason !== 'corrected');
}
