import { SteadyClock, type TimeSources } from '#backstage/steadyClock.ts';

/** A machine whose time of day can be set, and which can sleep; its timers are the real ones. */
export class SetClock implements TimeSources {
  #set = 0;
  #slept = 0;
  readonly clock: SteadyClock = new SteadyClock(this);

  wall(): number {
    return Date.now() + this.#set + this.#slept;
  }

  /** Stands still in sleep, as on Linux. */
  even(): number {
    return performance.now();
  }

  up(): number {
    return Math.floor((performance.now() + this.#slept) / 1000);
  }

  /** Somebody sets the time of day by so much (ms). */
  set(ms: number): void {
    this.#set += ms;
  }

  /** The machine sleeps for so long (ms) and wakes; nothing of it ran meanwhile. */
  sleep(ms: number): void {
    this.#slept += ms;
  }
}
