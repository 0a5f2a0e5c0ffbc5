import type { LedgerRow, Reason, Target } from '../contract/ledger.ts';
import type { Correction } from './correction.ts';

/** A ledger row as a correction carries it to another credit. */
export function movingRow(row: LedgerRow, to: Target, reason: Reason): Correction['rows'][number] {
  const { rowId, viewerId, giftId, streakKey, count, diamonds, votesTenths, target: from } = row;
  const round = countedRound(row);
  return { rowId, viewerId, giftId, streakKey, count, diamonds, votesTenths, from, to, reason, round };
}

/** The round that a row counts in: a late one that is only listed counts in none. */
export function countedRound({ round, late }: Pick<LedgerRow, 'round' | 'late'>): number {
  return late === 'listed' ? 0 : round;
}
