import type { Target } from '../../contract/ledger.ts';
import type { Breakthrough } from '../../contract/round.ts';
import { VOTE } from '../votes.ts';
import type { Round } from './round.ts';
import { allVotesOf, lossOf, scoreOf, scorersOf } from './score.ts';

/*
 * A score breaks through when it first exceeds the clearance score, and stays so even if the decrease lowers it again.
 * A breakthrough stores what the decrease had taken by then. So it depends on the votes alone: a correction that
 * removes the votes undoes it, and one that restores them restores it.
 */

/** Records a breakthrough if the score exceeds the clearance score. Call it after gifts and before a decrease. */
export function noteBreakthrough(round: Round, scorer: Target): void {
  const clearance = round.rules.clearance * VOTE;
  if (clearance === 0) return;
  const votes = allVotesOf(round, scorer);
  // A score is never more than its votes.
  if (votes <= clearance) return;
  const noted = find(round, scorer);
  if (noted !== undefined && votes - noted.lostTenths > clearance) return;
  if (scoreOf(round, scorer) <= clearance) return;
  const lostTenths = lossOf(round, scorer);
  if (noted === undefined) round.through.push({ scorer, lostTenths });
  else noted.lostTenths = lostTenths;
}

export function noteBreakthroughs(round: Round): void {
  if (round.rules.clearance === 0) return;
  for (const scorer of scorersOf(round)) noteBreakthrough(round, scorer);
}

/** Whether a score exceeds or has exceeded the clearance score, by the current votes. */
export function hasCleared(round: Round, scorer: Target): boolean {
  const clearance = round.rules.clearance * VOTE;
  if (clearance === 0) return false;
  if (scoreOf(round, scorer) > clearance) return true;
  const noted = find(round, scorer);
  return noted !== undefined && allVotesOf(round, scorer) - noted.lostTenths > clearance;
}

/** By how much a score exceeds the clearance score now, in tenths; 0 if it does not. */
export function overClearance(round: Round, scorer: Target): number {
  return Math.max(0, scoreOf(round, scorer) - round.rules.clearance * VOTE);
}

function find(round: Round, scorer: Target): Breakthrough | undefined {
  for (const noted of round.through) if (noted.scorer === scorer) return noted;
  return undefined;
}
