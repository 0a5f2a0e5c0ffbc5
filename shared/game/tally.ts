import type { Target } from '../contract/ledger.ts';
import type { Tally } from '../contract/snapshot.ts';

/** The sums of one target, and the number of its ledger rows. */
export interface TargetTally extends Tally {
  rows: number;
}

type TargetTallies = Map<Target, TargetTally>;

/** Adds to the sums under a target; `rows` is 1 for a row that opens there. */
export function addToTarget(
  targets: TargetTallies,
  target: Target,
  rows: number,
  count: number,
  diamonds: number,
  votesTenths: number,
): void {
  const tally = targets.get(target);
  if (tally === undefined) {
    targets.set(target, { count, diamonds, votesTenths, rows });
    return;
  }
  tally.count += count;
  tally.diamonds += diamonds;
  tally.votesTenths += votesTenths;
  tally.rows += rows;
}

/** Sums what counts: all targets except `uncounted`. */
export function countedTally(targets: Iterable<[Target, Tally]>): Tally {
  const sum = { count: 0, diamonds: 0, votesTenths: 0 };
  for (const [target, tally] of targets) {
    if (target === 'uncounted') continue;
    sum.count += tally.count;
    sum.diamonds += tally.diamonds;
    sum.votesTenths += tally.votesTenths;
  }
  return sum;
}

/** Subtracts one row's sums, and deletes a target that becomes empty. */
export function takeFromTarget(targets: TargetTallies, target: Target, row: Tally): void {
  addToTarget(targets, target, -1, -row.count, -row.diamonds, -row.votesTenths);
  const left = targets.get(target);
  if (left?.rows === 0 && left.count === 0 && left.diamonds === 0 && left.votesTenths === 0) {
    targets.delete(target);
  }
}

/** Moves one row's sums to another target; moving them back restores the sums exactly. */
export function moveRow(targets: TargetTallies, from: Target, to: Target, row: Tally): void {
  addToTarget(targets, to, 1, row.count, row.diamonds, row.votesTenths);
  takeFromTarget(targets, from, row);
}

/** Adds one row (`rows` 1) or a part of one (0), or subtracts one row (-1). */
export function addTally(sums: TargetTally, rows: number, part: Tally): void {
  const sign = rows < 0 ? -1 : 1;
  sums.count += sign * part.count;
  sums.diamonds += sign * part.diamonds;
  sums.votesTenths += sign * part.votesTenths;
  sums.rows += rows;
}
