import type { Settlement, Share, Side } from '../../contract/round.ts';
import type { GameState } from '../state.ts';
import { anchorTarget } from '../table.ts';
import { hasCleared } from './breakthrough.ts';
import { applyBattle, applyResurrection } from './consequences.ts';
import type { Round } from './round.ts';
import { anchorScore, scorersOf, sideOf, sideScore, votesOf } from './score.ts';
import { equally, inProportion } from './shares.ts';

/**
 * Settles a round by the votes as they stand, and lets the consequences follow: streaks, knock-outs, the end
 * of a resurrection. Settled again, it takes the consequences of the last time back first.
 */
export function settle(state: GameState, round: Round, at: number): void {
  const before = round.settlement;
  round.settlement = settlementOf(round, at);
  round.settlements += 1;
  if (round.kind === 'battle') applyBattle(state, round, round.settlement);
  if (round.kind === 'resurrection') applyResurrection(state, round, round.settlement, before);
}

/** What settling the round by its present votes would say. */
export function settlementOf(round: Round, at: number): Settlement {
  const attackerTenths = sideScore(round, 'attacker');
  const defenderTenths = sideScore(round, 'defender');
  const given = sharesOf(round);
  const { outcome, byAdvantage } = outcomeOf(round, attackerTenths, defenderTenths);
  const shares = round.anchors.map(
    (anchorId, index): Share => ({
      anchorId,
      votesTenths: given[index] ?? 0,
      ownTenths: votesOf(round, anchorTarget(anchorId)),
      scoreTenths: anchorScore(round, anchorId),
    }),
  );
  return {
    at,
    outcome,
    byAdvantage,
    attackerTenths,
    defenderTenths,
    poolTenths: poolOf(round),
    shares,
    cleared: scorersOf(round).some((scorer) => hasCleared(round, scorer)),
    out: knockedOut(round, outcome),
  };
}

/** The votes that a settlement shares out: those of both sides, or of the anchors that stand for themselves. */
function poolOf(round: Round): number {
  if (round.kind === 'battle') return round.attacker.votesTenths + round.defender.votesTenths;
  return round.anchors.reduce((sum, anchorId) => sum + votesOf(round, anchorTarget(anchorId)), 0);
}

/** In the order of `round.anchors`. */
function sharesOf(round: Round): number[] {
  const own = (ids: readonly string[]) => ids.map((id) => votesOf(round, anchorTarget(id)));
  if (round.kind !== 'battle') return own(round.anchors);
  const given = new Map<string, number>();
  const give = (ids: readonly string[], parts: readonly number[]) => {
    ids.forEach((id, index) => {
      given.set(id, parts[index] ?? 0);
    });
  };
  switch (round.rules.battle.distribution) {
    case 'byVotes':
      for (const side of [round.attacker, round.defender]) {
        give(side.anchors, withPool(side.votesTenths, own(side.anchors)));
      }
      break;
    case 'equalSplit':
      for (const side of [round.attacker, round.defender]) {
        give(side.anchors, equally(side.votesTenths, own(side.anchors)));
      }
      break;
    case 'allToDefender': {
      const { anchors } = round.defender;
      give(anchors, withPool(poolOf(round), own(anchors)));
      break;
    }
  }
  return round.anchors.map((id) => given.get(id) ?? 0);
}

/** Each its own votes, and of what there is beyond them a part in proportion. */
function withPool(votes: number, own: readonly number[]): number[] {
  const pool = votes - own.reduce((sum, each) => sum + each, 0);
  const parts = inProportion(pool, own);
  return own.map((each, index) => each + (parts[index] ?? 0));
}

/** The preset's advantage decides a tie and nothing else, and nobody wins with nothing. */
function outcomeOf(
  round: Round,
  attacker: number,
  defender: number,
): Pick<Settlement, 'outcome' | 'byAdvantage'> {
  const [anchorId = ''] = round.anchors;
  switch (round.kind) {
    case 'ranking':
      return { outcome: 'ranked', byAdvantage: false };
    case 'turn':
      if (round.rules.clearance === 0) return { outcome: 'ranked', byAdvantage: false };
      return {
        outcome: hasCleared(round, anchorTarget(anchorId)) ? 'cleared' : 'notCleared',
        byAdvantage: false,
      };
    case 'resurrection': {
      const reached = votesOf(round, anchorTarget(anchorId)) >= round.targetTenths;
      return { outcome: reached ? 'restored' : 'failed', byAdvantage: false };
    }
    case 'battle':
      if (attacker !== defender) {
        return { outcome: attacker > defender ? 'attacker' : 'defender', byAdvantage: false };
      }
      if (attacker === 0 || round.rules.battle.advantage === 'none') {
        return { outcome: 'draw', byAdvantage: false };
      }
      return {
        outcome: round.rules.battle.advantage === 'defending' ? 'defender' : 'attacker',
        byAdvantage: true,
      };
  }
}

/** Of equal lowest scores the one further down the list goes. */
function knockedOut(round: Round, outcome: Settlement['outcome']): string[] {
  if (outcome !== 'attacker' && outcome !== 'defender') return [];
  const losing: Side = outcome === 'attacker' ? 'defender' : 'attacker';
  const { anchors } = sideOf(round, losing);
  switch (round.rules.battle.knockOut) {
    case 'none':
      return [];
    case 'side':
      return [...anchors];
    case 'lowest': {
      const lowest = Math.min(...anchors.map((id) => anchorScore(round, id)));
      const last = anchors.findLast((id) => anchorScore(round, id) === lowest);
      return last === undefined ? [] : [last];
    }
  }
}
