/** A process that ran at least this long (ms) was stable: its crash starts a new series. */
const STABLE_RUN_MS = 60_000;
/** Number of crashes in a series after which restarting stops. */
const MAX_CRASHES = 3;

/** Delay (ms) before the restart after the first and the second crash of a series. */
const delays = [0, 500];

type RestartDecision =
  | { restart: true; afterMs: number; crashes: number }
  | { restart: false; crashes: number };

/**
 * Decides whether to restart after a crash. `crashes` counts the earlier crashes of the series; `ranForMs` is how long
 * the process ran. The decision contains the new count.
 */
export function decideRestart(crashes: number, ranForMs: number): RestartDecision {
  const inSeries = ranForMs >= STABLE_RUN_MS ? 1 : crashes + 1;
  if (inSeries >= MAX_CRASHES) return { restart: false, crashes: inSeries };
  return { restart: true, afterMs: delays[inSeries - 1] ?? 0, crashes: inSeries };
}
