import type { Problem } from '../../contract/error.ts';
import type { CommandInput } from '../../contract/input.ts';
import type { Fate } from '../../contract/round.ts';
import type { GameState } from '../state.ts';
import { anchorTarget } from '../table.ts';
import type { Round } from './round.ts';
import { votesOf } from './score.ts';
import { sharesOf } from './shares.ts';

/** Finds or creates an anchor's win streak and knock-out. */
export function fateOf(state: GameState, anchorId: string): Fate {
  let fate = state.fates.get(anchorId);
  if (fate === undefined) {
    fate = { anchorId, streak: 0, out: null };
    state.fates.set(anchorId, fate);
  }
  return fate;
}

/** The anchor's knock-out; null if it is not out. */
export function outOf(state: GameState, anchorId: string): Fate['out'] {
  return state.fates.get(anchorId)?.out ?? null;
}

/** The anchor's win streak. */
export function streakOf(state: GameState, anchorId: string): number {
  return state.fates.get(anchorId)?.streak ?? 0;
}

/**
 * Knocks an anchor out on the host's command. If the anchor has just lost a round, the stored streak is the one before
 * that loss, because the loss and the knock-out are one event.
 */
export function knockOut(state: GameState, anchorId: string): void {
  const fate = fateOf(state, anchorId);
  const last = lastRoundOf(state, anchorId);
  fate.out = { round: last?.id ?? 0, streak: streakBefore(last, fate), byRule: false, final: false };
}

/** Knocks an anchor out by the preset's rule, as a result of this round. A later round may have begun. */
export function knockOutByRule(state: GameState, round: Round, anchorId: string): void {
  const fate = fateOf(state, anchorId);
  fate.out = { round: round.id, streak: streakBefore(round, fate), byRule: true, final: false };
}

/** The streak before `last` if the anchor lost that round, else the current one. */
export function streakBefore(last: Round | undefined, fate: Fate): number {
  if (last === undefined || !hasLost(last, fate.anchorId)) return fate.streak;
  return last.streaks.find(({ anchorId }) => anchorId === fate.anchorId)?.streak ?? fate.streak;
}

/** Undoes a knock-out; the lost round stays lost. */
export function undoKnockOut(state: GameState, anchorId: string): void {
  const fate = state.fates.get(anchorId);
  if (fate !== undefined) fate.out = null;
}

/**
 * The votes in tenths that an anchor had when it was knocked out: its share of that round, by the current votes. 0 if
 * it was knocked out without a round.
 */
export function votesItWentOutWith(
  state: GameState,
  roundId: number,
  anchorId: string,
  edition: number,
): number {
  const round = state.rounds[roundId - 1];
  if (round === undefined) return 0;
  return edition === 1 ? votesOf(round, anchorTarget(anchorId)) : (sharesOf(round).get(anchorId) ?? 0);
}

function lastRoundOf(state: GameState, anchorId: string): Round | undefined {
  return state.rounds.findLast(
    ({ kind, phase, anchors }) =>
      kind !== 'resurrection' && phase !== 'prepared' && anchors.includes(anchorId),
  );
}

function hasLost(round: Round, anchorId: string): boolean {
  const { settlement, attacker, defender } = round;
  if (settlement?.outcome === 'attacker') return defender.anchors.includes(anchorId);
  return settlement?.outcome === 'defender' && attacker.anchors.includes(anchorId);
}

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
