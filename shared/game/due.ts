import { gameDue } from './round/time.ts';
import { dropRecentStreaks, type GameState } from './state.ts';

/**
 * A streak is dropped this long (ms) after its last message; otherwise memory would grow with the gifts. Combos end
 * within seconds, and repeated messages are dropped by their id before they reach the fold.
 */
export const STREAK_MEMORY_MS = 30 * 60_000;

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
