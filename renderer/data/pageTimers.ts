import type { Timers } from './stores/pausableTimer.ts';

/** The clock and the timers of the page. */
export function pageTimers(): Timers {
  return {
    now: () => performance.now(),
    after: (ms, task) => {
      const timer = window.setTimeout(task, ms);
      return () => window.clearTimeout(timer);
    },
  };
}

/** Resolves after `ms`. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    window.setTimeout(resolve, ms);
  });
