const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/**
 * ms to wait before the next attempt, after so many (from 1) have failed in a row: twice as long each time, up to
 * 15 s, and never the same for two pages, so that a hub that comes back is not stormed. `chance` is from 0 to 1.
 */
export function backOff(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(30, failures - 1));
  return Math.round(longest * (0.5 + chance / 2));
}
