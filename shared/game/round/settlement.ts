import type { Settlement, Share, Side } from '../../contract/round.ts';
import type { GameState } from '../state.ts';
import { anchorTarget } from '../table.ts';
import { fateOf, knockOutByRule, streakBefore, streakOf, undoKnockOut } from './fates.ts';
import type { Round } from './round.ts';
import { anchorScore, hasCleared, scorersOf, sideOf, sideScore, votesOf } from './score.ts';
import { poolOf, sharesOf } from './shares.ts';

/**
 * Settles a round by its current votes, and applies the consequences: win streaks, knock-outs, the result of a
 * resurrection. Settling again first undoes the earlier consequences.
 */
export function settle(state: GameState, round: Round, at: number): void {
  const before = round.settlement;
  round.settlement = settlementOf(round, at);
  round.settlements += 1;
  if (round.kind === 'battle') applyBattle(state, round, round.settlement);
  if (round.kind === 'resurrection') applyResurrection(state, round, round.settlement, before);
}

/** The settlement of the round by its current votes. */
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

/** Whether the arrived votes of a resurrection reach its target; pledged votes do not count. */
export function hasReachedTarget(round: Round): boolean {
  return votesOf(round, anchorTarget(round.anchors[0] ?? '')) >= round.targetTenths;
}

/** The preset's advantage only decides ties, and nobody wins without votes. */
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

/** The anchors that go out by the preset's rule. If several are lowest, nobody goes out until the host decides. */
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

/** Applies a battle's result: winners' streaks grow by one, losers' become 0, and the rule's knock-outs happen. */
function applyBattle(state: GameState, round: Round, settlement: Settlement): void {
  if (round.streaks.length === 0) {
    round.streaks = round.anchors.map((anchorId) => ({ anchorId, streak: streakOf(state, anchorId) }));
  } else {
    revert(state, round);
  }
  const { outcome } = settlement;
  if (outcome === 'attacker') winLose(state, round, round.attacker.anchors, round.defender.anchors);
  if (outcome === 'defender') winLose(state, round, round.defender.anchors, round.attacker.anchors);
  for (const id of settlement.out) {
    if (fateOf(state, id).out === null) knockOutByRule(state, round, id);
  }
  refreshOuts(state, round);
}

/**
 * Applies a resurrection's result: the anchor returns with its former streak, or is out for good. `before` is the
 * settlement that this one replaces.
 */
function applyResurrection(
  state: GameState,
  round: Round,
  settlement: Settlement,
  before: Settlement | null,
): void {
  const [anchorId] = round.anchors;
  const { wasOut } = round;
  if (anchorId === undefined || wasOut === null || settlement.outcome === before?.outcome) return;
  const fate = fateOf(state, anchorId);
  if (before === null) round.streaks = [{ anchorId, streak: fate.streak }];
  if (settlement.outcome === 'restored') {
    fate.streak = wasOut.streak;
    fate.out = null;
  } else {
    fate.streak = round.streaks[0]?.streak ?? 0;
    fate.out = { ...wasOut, final: true };
  }
}

function winLose(
  state: GameState,
  round: Round,
  winners: readonly string[],
  losers: readonly string[],
): void {
  if (!round.rules.battle.winStreaks) return;
  for (const id of winners) fateOf(state, id).streak += 1;
  for (const id of losers) fateOf(state, id).streak = 0;
}

/** Restores the streaks from before the settlement, and undoes the knock-outs by its rule. */
function revert(state: GameState, round: Round): void {
  for (const { anchorId, streak } of round.streaks) {
    const fate = fateOf(state, anchorId);
    if (fate.out?.byRule === true && fate.out.round === round.id) undoKnockOut(state, anchorId);
    fate.streak = streak;
  }
}

/** Updates the stored streak of anchors that were knocked out of this round, by the new result. */
function refreshOuts(state: GameState, round: Round): void {
  for (const { anchorId } of round.streaks) {
    const fate = fateOf(state, anchorId);
    if (fate.out?.round === round.id) fate.out.streak = streakBefore(round, fate);
  }
}
