import { gameDue } from './round/time.ts';
import { dropShortCuts, type GameState } from './state.ts';

/**
 * A streak's mark is kept this long after its last message. Combos end within seconds; a repeated message is
 * dropped by its id before it comes here, however late. Without forgetting, memory would grow with the gifts.
 */
export const STREAK_MEMORY_MS = 30 * 60_000;

/** For streaks clock inputs are kept to one a minute at most: each is stored for good, and forgetting is not urgent. */
const GRAIN_MS = 60_000;

/** When something happens by time alone next, in ms; the clock owes the show an input then. Null: never. */
export function nextDue(state: GameState): number | null {
  let due = gameDue(state);
  if (state.streaks.size > 0) {
    due = Math.min(due, Math.ceil((state.oldestTouch + STREAK_MEMORY_MS) / GRAIN_MS) * GRAIN_MS);
  }
  return Number.isFinite(due) ? due : null;
}

/** Forgets the streaks that no message has touched for long enough. */
export function sweepStreaks(state: GameState, at: number): void {
  if (at - state.oldestTouch < STREAK_MEMORY_MS) return;
  let oldest = Number.POSITIVE_INFINITY;
  for (const [key, streak] of state.streaks) {
    if (at - streak.touchedAt >= STREAK_MEMORY_MS) state.streaks.delete(key);
    else if (streak.touchedAt < oldest) oldest = streak.touchedAt;
  }
  state.oldestTouch = oldest;
  dropShortCuts(state);
}
