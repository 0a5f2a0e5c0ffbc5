import type { Target } from '../contract/ledger.ts';
import type { Tally } from '../contract/snapshot.ts';
import type { GameState } from './state.ts';

/** Adds to the sums under a target; `rows` is 1 for a row that opens there. */
export function addToTarget(
  state: GameState,
  target: Target,
  rows: number,
  count: number,
  diamonds: number,
  votesTenths: number,
): void {
  const tally = state.targets.get(target);
  if (tally === undefined) {
    state.targets.set(target, { count, diamonds, votesTenths, rows });
    return;
  }
  tally.count += count;
  tally.diamonds += diamonds;
  tally.votesTenths += votesTenths;
  tally.rows += rows;
}

/**
 * Moves one row's sums to another target. A target that nothing stands under any more is forgotten, so that
 * taking a correction back leads to the very state before it.
 */
export function moveRow(state: GameState, from: Target, to: Target, row: Tally): void {
  addToTarget(state, to, 1, row.count, row.diamonds, row.votesTenths);
  addToTarget(state, from, -1, -row.count, -row.diamonds, -row.votesTenths);
  const left = state.targets.get(from);
  if (left?.rows === 0 && left.count === 0 && left.diamonds === 0 && left.votesTenths === 0) {
    state.targets.delete(from);
  }
}
