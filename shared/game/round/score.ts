import type { Target } from '../../contract/ledger.ts';
import type { Fall, Side, SideSums } from '../../contract/round.ts';
import { anchorIdOf, anchorTarget } from '../table.ts';
import type { Round } from './round.ts';

/*
 * Votes are the ledger's sums. A score, which is shown and compared, is the votes minus the loss by the decrease, at
 * least 0. All are in tenths.
 */

/** The votes under one target, 0 for none. */
export function votesOf(round: Round, target: Target): number {
  return round.targets.get(target)?.votesTenths ?? 0;
}

/** The score of an anchor. */
export function anchorScore(round: Round, anchorId: string): number {
  return votesOf(round, anchorTarget(anchorId)) - lossOfAnchor(round, anchorId);
}

export function sideOf(round: Round, side: Side): SideSums {
  return side === 'attacker' ? round.attacker : round.defender;
}

/** A side's score. The decrease lowers the scores of its anchors, but not its own pool. */
export function sideScore(round: Round, side: Side): number {
  return sideOf(round, side).votesTenths - lossOfSide(round, side);
}

/** The score of a side ('attacker', 'defender') or of an anchor. */
export function scoreOf(round: Round, scorer: Target): number {
  return allVotesOf(round, scorer) - lossOf(round, scorer);
}

/** The votes of a side (its anchors' included) or of an anchor. */
export function allVotesOf(round: Round, scorer: Target): number {
  if (scorer === 'attacker' || scorer === 'defender') return sideOf(round, scorer).votesTenths;
  return votesOf(round, scorer);
}

/** The votes that the decrease has taken from a score. */
export function lossOf(round: Round, scorer: Target): number {
  if (scorer === 'attacker' || scorer === 'defender') return lossOfSide(round, scorer);
  const anchorId = anchorIdOf(scorer);
  return anchorId === null ? 0 : lossOfAnchor(round, anchorId);
}

/** The sides or anchors whose scores a round compares. */
export function scorersOf(round: Round): Target[] {
  return round.kind === 'battle' ? ['attacker', 'defender'] : round.anchors.map(anchorTarget);
}

/** Outside battles: the scorer that a gift for this target counts for. */
export function scorerOf(round: Round, target: Target): Target | undefined {
  const anchorId = anchorIdOf(target);
  return anchorId !== null && round.anchors.includes(anchorId) ? target : undefined;
}

/** The decrease of an anchor; undefined if it has none. */
export function fallOf(round: Round, anchorId: string): Fall | undefined {
  for (const fall of round.falls) if (fall.anchorId === anchorId) return fall;
  return undefined;
}

function lossOfAnchor(round: Round, anchorId: string): number {
  const fall = fallOf(round, anchorId);
  if (fall === undefined) return 0;
  return Math.min(fall.lostTenths, votesOf(round, anchorTarget(anchorId)));
}

function lossOfSide(round: Round, side: Side): number {
  if (round.falls.length === 0) return 0;
  let loss = 0;
  for (const anchorId of sideOf(round, side).anchors) loss += lossOfAnchor(round, anchorId);
  return loss;
}
