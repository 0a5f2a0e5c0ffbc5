import type { Clock } from './clientTypes.ts';

/**
 * Runs one asynchronous step at a time, or one timer. `cancel` stops both: the step's signal aborts and its result is
 * ignored.
 */
export class CancellableStep {
  readonly #clock: Clock;
  #current = new AbortController();
  #cancelTimer = (): void => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs a step with a time limit in ms. Calls `failed` if it rejects or runs out of time. */
  async run<T>(
    limit: number,
    step: (signal: AbortSignal) => Promise<T>,
    done: (result: T) => void,
    failed: (error: unknown) => void,
  ): Promise<void> {
    const cancelled = this.#current.signal;
    const timeout = new AbortController();
    const cancelTimeout = this.#clock.after(limit, () => timeout.abort());
    let report = (): void => {};
    try {
      const result = await step(AbortSignal.any([cancelled, timeout.signal]));
      report = () => done(result);
    } catch (error) {
      report = () => failed(error);
    }
    cancelTimeout();
    if (!cancelled.aborted) report();
  }

  /** Calls `run` after `ms`. Replaces the timer that is waiting. */
  later(ms: number, run: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#clock.after(ms, run);
  }

  cancel(): void {
    this.#cancelTimer();
    this.#current.abort();
    this.#current = new AbortController();
  }
}
