export const LONGEST_WAIT = 30_000;
const FIRST_WAIT = 1000;

/**
 * Exponential back-off with jitter (ms) before attempt number `attempt` (1 is the first after a failure), at most 30 s.
 * The jitter spreads clients that lost their connection at the same moment.
 */
export function backoff(attempt: number, random: () => number, first = FIRST_WAIT): number {
  const full = Math.min(LONGEST_WAIT, first * 2 ** Math.min(attempt - 1, 20));
  return Math.round(full * (0.5 + random() / 2));
}
