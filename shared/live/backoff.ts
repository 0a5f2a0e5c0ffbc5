export const LONGEST_WAIT = 30_000;
const FIRST_WAIT = 1000;

/**
 * How long to wait (ms) before try number `attempt` (1 is the first after a failure): twice as long each time,
 * 30 s at most, and between half and all of that by chance, so that many clients do not come back at once.
 */
export function backoff(attempt: number, random: () => number, first = FIRST_WAIT): number {
  const full = Math.min(LONGEST_WAIT, first * 2 ** Math.min(attempt - 1, 20));
  return Math.round(full * (0.5 + random() / 2));
}
