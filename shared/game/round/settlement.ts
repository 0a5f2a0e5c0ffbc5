import type { Settlement, Share, Side } from '../../contract/round.ts';
import type { GameState } from '../state.ts';
import { anchorTarget } from '../table.ts';
import { hasCleared } from './breakthrough.ts';
import { applyBattle, applyResurrection } from './consequences.ts';
import type { Round } from './round.ts';
import { anchorScore, scorersOf, sideOf, sideScore, votesOf } from './score.ts';
import { poolOf, sharesOf } from './shares.ts';

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
    (anchorId): Share => ({
      anchorId,
      votesTenths: given.get(anchorId) ?? 0,
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
    ...knockedOut(round, outcome),
  };
}

/** Whether the votes that have arrived for the anchor of a resurrection reach the target; they alone decide. */
export function hasReachedTarget(round: Round): boolean {
  return votesOf(round, anchorTarget(round.anchors[0] ?? '')) >= round.targetTenths;
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
    case 'resurrection':
      return { outcome: hasReachedTarget(round) ? 'restored' : 'failed', byAdvantage: false };
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

/** Who goes out by the preset's rule. Of several lowest the host decides; nobody goes before that. */
function knockedOut(round: Round, outcome: Settlement['outcome']): Pick<Settlement, 'out' | 'tied'> {
  if (outcome !== 'attacker' && outcome !== 'defender') return { out: [], tied: [] };
  const losing: Side = outcome === 'attacker' ? 'defender' : 'attacker';
  const { anchors } = sideOf(round, losing);
  switch (round.rules.battle.knockOut) {
    case 'none':
      return { out: [], tied: [] };
    case 'side':
      return { out: [...anchors], tied: [] };
    case 'lowest': {
      const lowest = Math.min(...anchors.map((id) => anchorScore(round, id)));
      const last = anchors.filter((id) => anchorScore(round, id) === lowest);
      if (last.length < 2) return { out: last, tied: [] };
      if (round.rules.edition === 1) return { out: last.slice(-1), tied: [] };
      const decided = round.tieDecision?.anchorId;
      return { out: decided != null && last.includes(decided) ? [decided] : [], tied: last };
    }
  }
}
