import type { Side } from '../contract/round.ts';
import { isOn, type Round } from './round/round.ts';
import { anchorScore, sideScore } from './round/score.ts';
import { movedByShares, sharesOf } from './round/shares.ts';
import type { GameState } from './state.ts';
import { anchorIdOf } from './table.ts';

/*
 * The votes of an anchor as they are shown. Before its settlement a battle shows each anchor's own score, after it what
 * the distribution gives. Over the show these are the shares of all settled battles and the own votes of everything
 * else. Shares follow corrections at once; the result of a round follows when it is settled again.
 */

/** Every anchor's votes over the show, in tenths: of anchors that have any, or had. */
export function showVotes(state: GameState): Map<string, number> {
  const votes = new Map<string, number>();
  for (const [target, { votesTenths }] of state.targets) {
    const anchorId = anchorIdOf(target);
    if (anchorId !== null) votes.set(anchorId, votesTenths);
  }
  for (const round of state.rounds) {
    for (const [anchorId, more] of movedByShares(round)) {
      votes.set(anchorId, (votes.get(anchorId) ?? 0) + more);
    }
  }
  return votes;
}

/** An anchor's votes in a round, in tenths: its score, in a settled battle its share. */
export function roundVotes(round: Round, anchorId: string): number {
  if (round.kind !== 'battle' || round.phase !== 'settled' || !round.anchors.includes(anchorId)) {
    return anchorScore(round, anchorId);
  }
  return sharesOf(round).get(anchorId) ?? 0;
}

/**
 * A side's votes in tenths: the score that is compared. Where all votes go to the defender, a settled round shows where
 * they went.
 */
export function sideVotes(round: Round, side: Side): number {
  if (isOn(round) || round.phase === 'prepared' || round.rules.battle.distribution !== 'allToDefender') {
    return sideScore(round, side);
  }
  const shares = sharesOf(round);
  return round[side].anchors.reduce((sum, anchorId) => sum + (shares.get(anchorId) ?? 0), 0);
}
