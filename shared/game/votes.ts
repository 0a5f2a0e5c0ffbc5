import type { GameState } from './state.ts';
import type { PresetTable } from './table.ts';

/** One vote in tenths. */
export const VOTE = 10;

/**
 * The votes of gifts by the score settings, exact, in tenths of a vote. They follow the diamonds, the number of pieces
 * or the points of the kind (0 for a kind that is not listed), times the multiplier.
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

/** Whether any votes of a show have tenths. If so, all votes are shown with one decimal, so that figures align. */
export function hasTenths({ preset, targets }: Pick<GameState, 'preset' | 'targets'>): boolean {
  if (preset !== null && preset.score.multiplierTenths % VOTE !== 0) return true;
  for (const { votesTenths } of targets.values()) if (votesTenths % VOTE !== 0) return true;
  return false;
}
