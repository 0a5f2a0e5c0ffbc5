import type { CommandInput } from '../contract/input.ts';
import type { LedgerRow, Place, Reason, Target } from '../contract/ledger.ts';
import type { RowMove } from './state.ts';

export type Correction = Extract<CommandInput, { command: 'correct' }>;

/** The entry of a correction that moves a ledger row to another credit, another round or both. */
export function movingRow(
  row: LedgerRow,
  to: Target,
  reason: Reason,
  toPlace: Place = row,
): Correction['rows'][number] {
  const { rowId, viewerId, giftId, streakKey, count, diamonds, votesTenths, target: from } = row;
  const moving = { rowId, viewerId, giftId, streakKey, count, diamonds, votesTenths, from, to, reason };
  const round = countedRound(row);
  if (samePlace(row, toPlace)) return { ...moving, round };
  return {
    ...moving,
    round,
    place: { from: placeOfRow(row), to: { round: toPlace.round, late: toPlace.late } },
  };
}

/** The row after a correction, after a decision on a late row, or after the undo of either. */
export function movedRow(row: LedgerRow, move: RowMove): LedgerRow {
  const { seq, target, reason, round, late = row.late, decided } = move;
  const moved = { ...row, seq, target, reason, round: round ?? row.round, late };
  if (round === undefined && row.autoPlace === undefined) return moved;
  const own = row.autoPlace ?? placeOfRow(row);
  moved.autoPlace = decided !== undefined && own.late !== 'no' ? { ...own, late: decided } : own;
  return moved;
}

/** The round that a row counts in; 0 for a late row that is only listed. */
export function countedRound({ round, late }: Place): number {
  return late === 'listed' ? 0 : round;
}

/** The place of a row that an operator moves to `round` (0: no round). A late row counts again in its own round. */
export function placeIn(row: LedgerRow, round: number): Place {
  const own = row.autoPlace ?? row;
  return { round, late: round !== 0 && own.round === round && own.late !== 'no' ? 'accepted' : 'no' };
}

/** Whether a correction has moved the row away from its place by the rules. */
export function isPlacedByHand(row: LedgerRow): boolean {
  return row.autoPlace !== undefined && !samePlace(row, row.autoPlace);
}

/** Whether two places are equal. */
export function samePlace(a: Place, b: Place): boolean {
  return a.round === b.round && a.late === b.late;
}

function placeOfRow({ round, late }: Place): Place {
  return { round, late };
}
