import type { Problem } from '../../contract/error.ts';
import type { CommandInput } from '../../contract/input.ts';
import type { GameState } from '../state.ts';
import { knockOutByRule, outOf } from './fates.ts';
import type { Round } from './round.ts';

/*
 * With the rule that the losing side's lowest anchor goes out, the host decides between equal lowest scores. The show
 * goes on until then. If the host knocks one of the tied anchors out by hand, that decides the tie too.
 */

type DecideTie = Extract<CommandInput, { command: 'decideTie' }>;

/** The anchors between which the host has to decide; empty if there is nothing to decide. */
export function tiedOf(state: GameState, round: Round): string[] {
  const { settlement, tieDecision } = round;
  if (settlement === null || settlement.tied.length === 0 || settlement.out.length > 0) return [];
  if (tieDecision?.anchorId === null) return [];
  const answered = settlement.tied.some((id) => outOf(state, id)?.round === round.id);
  return answered
    ? []
    : settlement.tied.filter((id) => outOf(state, id) === null && state.table.anchors.has(id));
}

/** The oldest round with an undecided tie; null for none. */
export function undecidedTie(state: GameState): Round | null {
  if (state.status === 'ended') return null;
  return state.rounds.find((round) => tiedOf(state, round).length > 0) ?? null;
}

/** The reason why a decision of a tie is refused; null if it is allowed. */
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
  knockOutByRule(state, round, anchorId);
}
