import type { Side } from '../contract/round.ts';
import { isOn, type Round } from './round/round.ts';
import { anchorScore, sideScore } from './round/score.ts';
import { movedByShares, sharesOf } from './round/shares.ts';
import type { GameState } from './state.ts';
import { anchorIdOf } from './table.ts';

/*
 * The votes that are shown for an anchor. A battle shows each anchor's own score until its settlement, then the
 * anchor's share by the distribution. The whole show adds the shares of settled battles and the own votes of everything
 * else. Shares follow corrections at once; a round's result changes only when the round is settled again.
 */

/** The votes over the show, in tenths, of every anchor that has or had some. */
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

/** An anchor's votes in a round, in tenths: its score, or in a settled battle its share. */
export function roundVotes(round: Round, anchorId: string): number {
  if (round.kind !== 'battle' || round.phase !== 'settled' || !round.anchors.includes(anchorId)) {
    return anchorScore(round, anchorId);
  }
  return sharesOf(round).get(anchorId) ?? 0;
}

/** A side's score in tenths. If the distribution gives all votes to the defender, a settled round shows the shares. */
export function sideVotes(round: Round, side: Side): number {
  if (isOn(round) || round.phase === 'prepared' || round.rules.battle.distribution !== 'allToDefender') {
    return sideScore(round, side);
  }
  const shares = sharesOf(round);
  return round[side].anchors.reduce((sum, anchorId) => sum + (shares.get(anchorId) ?? 0), 0);
}
