import type { Settlement } from '../../contract/round.ts';
import type { GameState } from '../state.ts';
import { fateOf, knockOutOf, streakBefore, streakOf, takeBack } from './fates.ts';
import type { Round } from './round.ts';

/**
 * The winner's streak grows by one, the loser's is 0, a draw changes none; who goes out by the preset's rule
 * goes. `round.settlement` is the one that is applied.
 */
export function applyBattle(state: GameState, round: Round, settlement: Settlement): void {
  if (round.streaks.length === 0) {
    round.streaks = round.anchors.map((anchorId) => ({ anchorId, streak: streakOf(state, anchorId) }));
  } else {
    revert(state, round);
  }
  const { outcome } = settlement;
  if (outcome === 'attacker') winLose(state, round, round.attacker.anchors, round.defender.anchors);
  if (outcome === 'defender') winLose(state, round, round.defender.anchors, round.attacker.anchors);
  for (const id of settlement.out) {
    if (fateOf(state, id).out === null) knockOutOf(state, round, id);
  }
  refreshOuts(state, round);
}

/**
 * A resurrection that has reached its target brings the anchor back with the streak it had; one that has not
 * is final. `before` is the settlement that this one replaces.
 */
export function applyResurrection(
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

/** Streaks as they were before the round was settled; those whom its rule knocked out are back. */
function revert(state: GameState, round: Round): void {
  for (const { anchorId, streak } of round.streaks) {
    const fate = fateOf(state, anchorId);
    if (fate.out?.byRule === true && fate.out.round === round.id) takeBack(state, anchorId);
    fate.streak = streak;
  }
}

/** Whom the host has knocked out since has the streak before by the new result. */
function refreshOuts(state: GameState, round: Round): void {
  for (const { anchorId } of round.streaks) {
    const fate = fateOf(state, anchorId);
    if (fate.out?.round === round.id) fate.out.streak = streakBefore(round, fate);
  }
}
