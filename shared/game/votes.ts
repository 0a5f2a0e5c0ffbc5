import type { GameState } from './state.ts';
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

/**
 * Whether the votes of a show have tenths. All of them are then written with one decimal, so that figures line up.
 */
export function hasTenths({ preset, targets }: Pick<GameState, 'preset' | 'targets'>): boolean {
  if (preset !== null && preset.score.multiplierTenths % VOTE !== 0) return true;
  for (const { votesTenths } of targets.values()) if (votesTenths % VOTE !== 0) return true;
  return false;
}
