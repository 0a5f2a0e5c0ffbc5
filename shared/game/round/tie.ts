import type { Problem } from '../../contract/error.ts';
import type { CommandInput } from '../../contract/input.ts';
import type { GameState } from '../state.ts';
import { knockOutOf, outOf } from './fates.ts';
import type { Round } from './round.ts';

/*
 * With the rule that the losing side's lowest goes out, equal lowest scores are a question for the host. It waits while
 * the show goes on; knocking one of them out by hand answers it as well.
 */

type DecideTie = Extract<CommandInput, { command: 'decideTie' }>;

/** Who may go out of a round by the host's word; empty when there is nothing to decide. */
export function tiedOf(state: GameState, round: Round): string[] {
  const { settlement, tieDecision } = round;
  if (settlement === null || settlement.tied.length === 0 || settlement.out.length > 0) return [];
  if (tieDecision?.anchorId === null) return [];
  const answered = settlement.tied.some((id) => outOf(state, id)?.round === round.id);
  return answered
    ? []
    : settlement.tied.filter((id) => outOf(state, id) === null && state.table.anchors.has(id));
}

/** The oldest round that waits for the host's word, null for none. */
export function undecidedTie(state: GameState): Round | null {
  if (state.status === 'ended') return null;
  return state.rounds.find((round) => tiedOf(state, round).length > 0) ?? null;
}

/** Why a tie cannot be decided so now; null when it can. */
export function checkDecideTie(state: GameState, { round: id, anchorId }: DecideTie): Problem | null {
  const round = state.rounds[id - 1];
  const tied = round === undefined ? [] : tiedOf(state, round);
  if (tied.length === 0) return { code: 'round.noTie' };
  return anchorId === null || tied.includes(anchorId) ? null : { code: 'anchor.unknown' };
}

/** Does what `checkDecideTie` allows. */
export function decideTie(state: GameState, { round: id, anchorId }: DecideTie): void {
  const round = state.rounds[id - 1];
  if (round?.settlement == null) return;
  round.tieDecision = { anchorId };
  if (anchorId === null) return;
  round.settlement = { ...round.settlement, out: [anchorId] };
  knockOutOf(state, round, anchorId);
}
