import type { RowEvent } from '#renderer/data/show/rowRing.ts';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import { isLeftOut, movedRow } from '#shared/game/correction.ts';
import { grownRow } from '../ledger/ledgerFilter.ts';
import { rowIdOf } from '../ledger/segmentList.ts';

/** The waiting gifts of one viewer in one round: one decision for the host. */
export interface WaitingGroup {
  key: string;
  viewerId: string;
  viewerName: string;
  /** The round that the gifts belong to; 0 outside of rounds. */
  round: number;
  /** Too late for the round: they count in the room, and the host decides whether they also count in the round. */
  late: boolean;
  /** Sorted by votes in descending order. */
  rows: readonly LedgerRow[];
  gifts: number;
  votesTenths: number;
}

/** Maximum number of rows that left the queue and are kept, so that an undo shows them again without a call. */
const MOST_LEFT = 2000;

/**
 * Whether a row waits for the host: unallocated without the host's decision, or late and only listed. A late row that
 * was left out of its round does not wait, even if it is unallocated.
 */
export function rowWaits(row: LedgerRow): boolean {
  return (
    row.late === 'listed' || (row.target === 'unallocated' && row.reason !== 'corrected' && !isLeftOut(row))
  );
}

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
    this.#sorted ??= [...this.#groups.values()].sort(
      (a, b) => b.votesTenths - a.votesTenths || (a.key < b.key ? -1 : 1),
    );
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
      const key = keyOf(row);
      if (before !== undefined && keyOf(before) !== key) this.#regroup(before, null);
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
    const key = keyOf(row);
    const others = this.#groups.get(key)?.rows.filter(({ rowId }) => rowId !== row.rowId) ?? [];
    const rows = now === null ? others : [...others, now];
    if (rows.length === 0) this.#groups.delete(key);
    else this.#groups.set(key, groupOf(key, rows));
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

function keyOf({ viewerId, round, late }: LedgerRow): string {
  return `${round}:${late === 'listed' ? 'late' : ''}:${viewerId}`;
}

function groupOf(key: string, unsorted: readonly LedgerRow[]): WaitingGroup {
  const rows = [...unsorted].sort((a, b) => b.votesTenths - a.votesTenths || a.rowId - b.rowId);
  const [{ viewerId, viewerName, round, late } = noRow] = rows;
  return {
    key,
    viewerId,
    viewerName,
    round,
    late: late === 'listed',
    rows,
    gifts: rows.reduce((sum, { count }) => sum + count, 0),
    votesTenths: rows.reduce((sum, { votesTenths }) => sum + votesTenths, 0),
  };
}

const noRow = { viewerId: '', viewerName: '', round: 0, late: 'no' } as const;
