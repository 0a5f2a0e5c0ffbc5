import type { Clock } from '#shared/live/clientTypes.ts';

export type { Clock } from '#shared/live/clientTypes.ts';

/** The longest wait (ms) of a Node timer. A longer wait overflows and fires at once. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** The machine's clock and timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    // A timer waits at least 1 ms, so use setImmediate.
    if (ms <= 0) {
      const immediate = setImmediate(run);
      return () => clearImmediate(immediate);
    }
    const timer = setTimeout(run, Math.min(Math.max(0, ms), LONGEST_WAIT));
    return () => clearTimeout(timer);
  },
};

/** Calls `run` every `ms` milliseconds. Returns a function that stops it. */
export function every(clock: Clock, ms: number, run: () => void): () => void {
  let cancel = () => {};
  const next = () => {
    cancel = clock.after(ms, () => {
      next();
      run();
    });
  };
  next();
  return () => cancel();
}
