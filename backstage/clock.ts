import { uptime } from 'node:os';
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

/** The machine's clocks. Tests replace them. */
export interface TimeSources {
  /** The time of day (ms since 1970). People and time servers set it. */
  wall(): number;
  /** A monotonic clock (ms). It may stop while the machine sleeps. */
  even(): number;
  /** The uptime of the machine including sleep (s), possibly in whole seconds. */
  up(): number;
}

const machine: TimeSources = { wall: () => Date.now(), even: () => performance.now(), up: uptime };

/** Smaller differences (ms) between the clocks are followed, because time servers make such corrections. */
const FOLLOWED = 2000;
/** The interval at which the uptime is read (ms), so that a recent value can explain a difference. */
const READ_UP_EVERY = 1000;

/**
 * The clock of a show. Setting the machine's clock during a show would end rounds at once or extend them by hours, so a
 * held clock ignores such steps. It includes the time that the machine sleeps. A step is a difference that neither the
 * monotonic clock nor sleep explains.
 */
export class SteadyClock implements Clock {
  readonly after: Clock['after'];
  readonly #sources: TimeSources;
  #held = false;
  /** The offset (ms) that is added to the time of day. */
  #correction = 0;
  #wall: number;
  #even: number;
  #up: number;
  #upReadAt: number;

  constructor(sources: TimeSources = machine, after: Clock['after'] = systemClock.after) {
    this.#sources = sources;
    this.after = after;
    this.#wall = sources.wall();
    this.#even = sources.even();
    this.#up = this.#readUp();
    this.#upReadAt = this.#even;
  }

  /** A bound function: callers pass it on without the clock. */
  readonly now = (): number => {
    const wall = this.#sources.wall();
    const even = this.#sources.even();
    const shift = wall - this.#wall - (even - this.#even);
    if (Math.abs(shift) > FOLLOWED) this.#judge(shift, even);
    this.#wall = wall;
    this.#even = even;
    if (even - this.#upReadAt >= READ_UP_EVERY) {
      this.#up = this.#readUp();
      this.#upReadAt = even;
    }
    return Math.floor(wall + this.#correction);
  };

  /** The offset (ms) that is added to the time of day, because somebody set it during a show. */
  get held(): number {
    return this.#correction;
  }

  /** Holds the clock for a resumed show. The time is not before `moment` (ms since 1970), which the show has seen. */
  holdFrom(moment: number): void {
    this.#held = true;
    this.#correction += Math.max(0, moment - this.now());
  }

  /** Ignores steps of the machine's clock from now on. */
  hold(): void {
    this.now();
    this.#held = true;
  }

  /** Follows the time of day again. */
  release(): void {
    this.#held = false;
    this.#correction = 0;
  }

  #judge(shift: number, even: number): void {
    const up = this.#readUp();
    const asleep = Math.max(0, (up - this.#up) * 1000 - (even - this.#upReadAt));
    this.#up = up;
    this.#upReadAt = even;
    const set = shift - asleep;
    if (this.#held && Math.abs(set) > FOLLOWED) this.#correction -= set;
  }

  /** Reads the uptime. Returns 0 if the system has none; then a leap forwards counts as a step and ends no round. */
  #readUp(): number {
    try {
      return this.#sources.up();
    } catch {
      return 0;
    }
  }
}

/** The part of `ShowManager` that is used. */
interface RunningShows {
  readonly current: { readonly aliveAt: number } | null;
  readonly busy: boolean;
  onBusy(listener: (busy: boolean) => void): void;
}

/** Holds the clock while a show runs, including a resumed show. */
export function holdClockDuringShows(clock: Clock, shows: RunningShows): void {
  if (!(clock instanceof SteadyClock)) return;
  if (shows.busy) clock.holdFrom(shows.current?.aliveAt ?? 0);
  shows.onBusy((busy) => (busy ? clock.hold() : clock.release()));
}
