import { copyFate, copyPlaying, copyStreak, restoreRound, storeRound } from '../copy.ts';
import { danceDue, endDanceInTime } from '../dance.ts';
import { dropRecentStreaks, type GameState } from '../state.ts';
import { nextTick, tick } from './decrease.ts';
import { closeRound, currentRound, endRound } from './phases.ts';
import { deadlineOf } from './round.ts';
import { noteBreakthroughs, noteEffect } from './score.ts';

/**
 * A streak is dropped this long (ms) after its last message; otherwise memory would grow with the gifts. Combos end
 * within seconds, and repeated messages are dropped by their id before they reach the fold.
 */
const STREAK_MEMORY_MS = 30 * 60_000;

/** Streaks cause at most one clock input a minute: every clock input is stored in the journal, and a sweep can wait. */
const GRAIN_MS = 60_000;

/** The next time (ms) at which the state needs a clock input, because time alone changes it; null for never. */
export function nextDue(state: GameState): number | null {
  let due = gameDue(state);
  if (state.streaks.size > 0) {
    due = Math.min(due, Math.ceil((state.oldestTouch + STREAK_MEMORY_MS) / GRAIN_MS) * GRAIN_MS);
  }
  return Number.isFinite(due) ? due : null;
}

/** Drops the streaks that have had no message for `STREAK_MEMORY_MS`. */
export function sweepStreaks(state: GameState, at: number): void {
  if (at - state.oldestTouch < STREAK_MEMORY_MS) return;
  let oldest = Number.POSITIVE_INFINITY;
  for (const [key, streak] of state.streaks) {
    if (at - streak.touchedAt >= STREAK_MEMORY_MS) state.streaks.delete(key);
    else if (streak.touchedAt < oldest) oldest = streak.touchedAt;
  }
  state.oldestTouch = oldest;
  dropRecentStreaks(state);
}

/** The time (ms) of the next timed step of the game; Infinity for never. */
export function gameDue(state: GameState): number {
  const due = danceDue(state);
  const round = currentRound(state);
  if (round === null) return due;
  return Math.min(due, nextTick(round), deadlineOf(round.countdown), deadlineOf(round.grace));
}

/** Does all timed steps that are due until `at`, each at its own time and in order. */
export function advance(state: GameState, at: number): void {
  for (let due = gameDue(state); due <= at; due = gameDue(state)) step(state, due);
}

/**
 * The state after all timed steps until `at`. `state` itself does not change. Do not write to the result: it shares
 * everything that time does not change.
 */
export function asOf(state: GameState, at: number): GameState {
  if (at < gameDue(state)) return state;
  const last = state.rounds.at(-1);
  const rounds = last === undefined ? [] : [...state.rounds.slice(0, -1), restoreRound(storeRound(last))];
  const fates = new Map(Array.from(state.fates, ([id, fate]) => [id, copyFate(fate)]));
  const dances = new Map(state.dances);
  // The end of the round may apply a waiting preset, and that changes running combos.
  const streaks =
    state.presetAhead === null
      ? state.streaks
      : new Map(Array.from(state.streaks, ([key, streak]) => [key, copyStreak(streak)]));
  const later: GameState = { ...state, rounds, fates, dances, streaks, playing: copyPlaying(state.playing) };
  advance(later, at);
  return later;
}

/** Does one timed step. The decrease of the last second comes before the end of the countdown. */
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
