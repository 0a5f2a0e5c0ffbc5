/** A monotonic clock and timers, in ms. */
export interface Timers {
  now(): number;
  /** Runs `task` after `ms`; returns a function that cancels it. */
  after(ms: number, task: () => void): () => void;
}

/** A countdown that can be paused and resumed. */
export interface PausableTimer {
  start(life: number, onEnd: () => void): void;
  pause(): void;
  resume(): void;
  /** Restarts the countdown at its full length; a paused countdown stays paused. */
  renew(): void;
  /** Ends the countdown without its task. Returns what was left of it in ms. */
  stop(): number;
}

export function createPausableTimer({ now, after }: Timers): PausableTimer {
  let life = 0;
  let left = 0;
  let since = 0;
  let end: (() => void) | null = null;
  let cancel: (() => void) | null = null;

  const run = () => {
    since = now();
    cancel = after(left, () => {
      const done = end;
      end = null;
      cancel = null;
      done?.();
    });
  };
  const halt = () => {
    if (cancel === null) return;
    cancel();
    cancel = null;
    left = Math.max(0, left - (now() - since));
  };
  return {
    start: (ms, onEnd) => {
      halt();
      life = ms;
      left = ms;
      end = onEnd;
      run();
    },
    pause: halt,
    resume: () => {
      if (end !== null && cancel === null) run();
    },
    renew: () => {
      const running = cancel !== null;
      halt();
      left = life;
      if (running) run();
    },
    stop: () => {
      halt();
      end = null;
      return left;
    },
  };
}
