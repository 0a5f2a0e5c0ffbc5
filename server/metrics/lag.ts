import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const WINDOW_MS = 10_000;
/** The number of past windows. They cover a minute, so a monitor that reads once a minute misses none. */
const WINDOWS = 6;

interface Lag {
  /** Seconds. */
  p99: number;
  max: number;
}

/**
 * Measures event loop lag in windows of ten seconds. Reading resets nothing, so several monitors see the same values.
 */
export class LagOfLastMinute {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #windows: Lag[] = [];

  constructor() {
    this.#delay.enable();
    setInterval(() => {
      this.#windows.push(this.#current());
      if (this.#windows.length > WINDOWS) this.#windows.shift();
      this.#delay.reset();
    }, WINDOW_MS).unref();
  }

  get p99Seconds(): number {
    return Math.max(this.#current().p99, ...this.#windows.map(({ p99 }) => p99));
  }

  get maxSeconds(): number {
    return Math.max(this.#current().max, ...this.#windows.map(({ max }) => max));
  }

  #current(): Lag {
    // The histogram includes the sampling interval, and is NaN before its first sample.
    const lag = (ns: number) => Math.max(0, ns / 1e9 - RESOLUTION_MS / 1000) || 0;
    const { count } = this.#delay;
    return count === 0
      ? { p99: 0, max: 0 }
      : { p99: lag(this.#delay.percentile(99)), max: lag(this.#delay.max) };
  }
}
