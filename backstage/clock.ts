import type { Clock } from '#shared/live/clientTypes.ts';

export type { Clock } from '#shared/live/clientTypes.ts';

/** Longer waits overflow the platform's timers and would fire at once. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    // A timer waits a millisecond at least, and then for its turn on a busy machine.
    if (ms <= 0) {
      const immediate = setImmediate(run);
      return () => clearImmediate(immediate);
    }
    const timer = setTimeout(run, Math.min(Math.max(0, ms), LONGEST_WAIT));
    return () => clearTimeout(timer);
  },
};

/** Runs something again and again, `ms` apart, until the result is called. */
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
