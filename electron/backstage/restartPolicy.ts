/** A run that held this long was fine: a crash after it begins a new row of crashes. */
export const STEADY_RUN_MS = 60_000;
/** So many crashes in a row, and starting again is given up. */
export const MAX_CRASHES = 3;

const waits = [0, 500];

export type RestartVerdict =
  | { restart: true; afterMs: number; crashes: number }
  | { restart: false; crashes: number };

/**
 * Decides after a crash: again at once, again after half a second, and after the third in a row no more.
 * `ranForMs` is how long the process lived, `crashes` how many came in a row before this one.
 */
export function judgeCrash(crashes: number, ranForMs: number): RestartVerdict {
  const inRow = ranForMs >= STEADY_RUN_MS ? 1 : crashes + 1;
  if (inRow >= MAX_CRASHES) return { restart: false, crashes: inRow };
  return { restart: true, afterMs: waits[inRow - 1] ?? 0, crashes: inRow };
}
