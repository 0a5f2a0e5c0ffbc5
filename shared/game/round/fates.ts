import type { Fate } from '../../contract/round.ts';
import type { GameState } from '../state.ts';
import { anchorTarget } from '../table.ts';
import type { Round } from './round.ts';
import { votesOf } from './score.ts';
import { sharesOf } from './shares.ts';

/** The fate of an anchor, begun where there is none yet. */
export function fateOf(state: GameState, anchorId: string): Fate {
  let fate = state.fates.get(anchorId);
  if (fate === undefined) {
    fate = { anchorId, streak: 0, out: null };
    state.fates.set(anchorId, fate);
  }
  return fate;
}

export function outOf(state: GameState, anchorId: string): Fate['out'] {
  return state.fates.get(anchorId)?.out ?? null;
}

/** Rounds won in a row. */
export function streakOf(state: GameState, anchorId: string): number {
  return state.fates.get(anchorId)?.streak ?? 0;
}

/**
 * Knocks an anchor out by the host's word. The streak it had before is the one before the round that it has just lost, where
 * there is such a one: the loss and the knock-out are one event.
 */
export function knockOut(state: GameState, anchorId: string): void {
  const fate = fateOf(state, anchorId);
  const last = lastRoundOf(state, anchorId);
  fate.out = { round: last?.id ?? 0, streak: streakBefore(last, fate), byRule: false, final: false };
}

/** Knocks an anchor out of a round by the preset's rule, also when a later round has begun. */
export function knockOutOf(state: GameState, round: Round, anchorId: string): void {
  const fate = fateOf(state, anchorId);
  fate.out = { round: round.id, streak: streakBefore(round, fate), byRule: true, final: false };
}

/** The streak before the loss if `last` was lost, else the present one. */
export function streakBefore(last: Round | undefined, fate: Fate): number {
  if (last === undefined || !hasLost(last, fate.anchorId)) return fate.streak;
  return last.streaks.find(({ anchorId }) => anchorId === fate.anchorId)?.streak ?? fate.streak;
}

/** Takes a knock-out back; a round that was lost with it stays lost. */
export function takeBack(state: GameState, anchorId: string): void {
  const fate = state.fates.get(anchorId);
  if (fate !== undefined) fate.out = null;
}

/**
 * The votes in tenths that an anchor went out with: its share of the round that it went out of, by the votes as they
 * stand now; 0 where it went out without a round.
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
