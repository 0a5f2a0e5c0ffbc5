import type { PresetTable } from './table.ts';

/** One vote in tenths. */
export const VOTE = 10;

/**
 * What gifts are worth by the score settings, exact, in tenths of a vote: by their diamonds, by their number,
 * or by the points of their kind (a kind that is not listed is worth nothing), times the multiplier.
 */
export function votesTenthsOf(
  table: PresetTable,
  giftId: number,
  pieces: number,
  unitDiamonds: number,
): number {
  let unit = unitDiamonds;
  if (table.by === 'count') unit = 1;
  else if (table.by === 'points') unit = table.points.get(giftId) ?? 0;
  return pieces * unit * table.multiplierTenths;
}

/** Votes as they are shown: whole ones, rounded down. */
export function votesShown(tenths: number): number {
  return Math.floor(tenths / VOTE);
}
