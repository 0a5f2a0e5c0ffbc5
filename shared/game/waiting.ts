import type { LedgerRow } from '../contract/ledger.ts';
import { isLeftOut } from './correction.ts';

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

/**
 * Whether a row waits for the host: unallocated without the host's decision, or late and only listed. A late row that
 * was left out of its round does not wait, even if it is unallocated.
 */
export function rowWaits(row: LedgerRow): boolean {
  return (
    row.late === 'listed' || (row.target === 'unallocated' && row.reason !== 'corrected' && !isLeftOut(row))
  );
}

/** Groups rows that wait, sorted as the host sees them. */
export function waitingGroups(rows: Iterable<LedgerRow>): WaitingGroup[] {
  const byKey = new Map<string, LedgerRow[]>();
  for (const row of rows) {
    const key = waitingKey(row);
    byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  return Array.from(byKey, ([key, of]) => waitingGroup(key, of)).sort(byVotes);
}

/** Sorts groups by votes in descending order; equal ones in the order of their keys. */
export const byVotes = (a: WaitingGroup, b: WaitingGroup): number =>
  b.votesTenths - a.votesTenths || (a.key < b.key ? -1 : 1);

export function waitingKey({ viewerId, round, late }: LedgerRow): string {
  return `${round}:${late === 'listed' ? 'late' : ''}:${viewerId}`;
}

export function waitingGroup(key: string, unsorted: readonly LedgerRow[]): WaitingGroup {
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
