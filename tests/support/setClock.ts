import { SteadyClock, type TimeSources } from '#backstage/clock.ts';

/** The clocks of a machine whose wall clock can be set and which can sleep. Timers are real. */
export class SetClock implements TimeSources {
  #set = 0;
  #slept = 0;
  readonly clock: SteadyClock = new SteadyClock(this);

  wall(): number {
    return Date.now() + this.#set + this.#slept;
  }

  /** Stops during sleep, as on Linux. */
  even(): number {
    return performance.now();
  }

  up(): number {
    return Math.floor((performance.now() + this.#slept) / 1000);
  }

  /** Sets the wall clock forward by `ms`. */
  set(ms: number): void {
    this.#set += ms;
  }

  /** Sleeps for `ms`. */
  sleep(ms: number): void {
    this.#slept += ms;
  }
}
