import { copyFate, copyPlaying, copyStreak } from '../copy.ts';
import { danceDue, endDanceInTime } from '../dance/dances.ts';
import type { GameState } from '../state.ts';
import { noteBreakthroughs } from './breakthrough.ts';
import { deadlineOf } from './countdown.ts';
import { nextTick, tick } from './decrease.ts';
import { noteEffect } from './effects.ts';
import { closeRound, currentRound, endRound } from './phases.ts';
import { restoreRound, storeRound } from './store.ts';

/** When something of the game happens by time alone next (ms); Infinity for never. */
export function gameDue(state: GameState): number {
  const due = danceDue(state);
  const round = currentRound(state);
  if (round === null) return due;
  return Math.min(due, nextTick(round), deadlineOf(round.countdown), deadlineOf(round.grace));
}

/** Lets everything happen that is due until `at`, each at its own time and in its order. */
export function advance(state: GameState, at: number): void {
  for (let due = gameDue(state); due <= at; due = gameDue(state)) step(state, due);
}

/**
 * The state as it will be at `at`, when what is due by then has happened; `state` itself stays as it is. For
 * asking only: what time does not change is shared with it.
 */
export function asOf(state: GameState, at: number): GameState {
  if (at < gameDue(state)) return state;
  const last = state.rounds.at(-1);
  const rounds = last === undefined ? [] : [...state.rounds.slice(0, -1), restoreRound(storeRound(last))];
  const fates = new Map(Array.from(state.fates, ([id, fate]) => [id, copyFate(fate)]));
  const dances = new Map(state.dances);
  // New rules that hold once the round is over change running combos.
  const streaks =
    state.presetAhead === null
      ? state.streaks
      : new Map(Array.from(state.streaks, ([key, streak]) => [key, copyStreak(streak)]));
  const later: GameState = { ...state, rounds, fates, dances, streaks, playing: copyPlaying(state.playing) };
  advance(later, at);
  return later;
}

/** The last second falls before the countdown ends with it. */
function step(state: GameState, due: number): void {
  const round = currentRound(state);
  if (round !== null && nextTick(round) <= due) {
    noteBreakthroughs(round);
    tick(round, state.seq);
    noteEffect(round);
  } else if (round !== null && deadlineOf(round.countdown) <= due) {
    endRound(state, round, due);
  } else if (round !== null && deadlineOf(round.grace) <= due) {
    closeRound(state, round, due);
  } else {
    endDanceInTime(state, due);
  }
}
