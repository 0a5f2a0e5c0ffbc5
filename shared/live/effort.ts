import type { Clock } from './clientTypes.ts';

/**
 * What a client has under way: at most one step and one waiting timer. `drop` lets go of both, and whatever a
 * dropped step still brings is not told to anybody.
 */
export class Effort {
  readonly #clock: Clock;
  #current = new AbortController();
  #cancelTimer = (): void => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs a step that may take `limit` ms at most; `failed` is also told of running out of time. */
  async step<T>(
    limit: number,
    run: (signal: AbortSignal) => Promise<T>,
    done: (result: T) => void,
    failed: (error: unknown) => void,
  ): Promise<void> {
    const dropped = this.#current.signal;
    const late = new AbortController();
    const cancel = this.#clock.after(limit, () => late.abort());
    let tell = (): void => {};
    try {
      const result = await run(AbortSignal.any([dropped, late.signal]));
      tell = () => done(result);
    } catch (error) {
      tell = () => failed(error);
    }
    cancel();
    if (!dropped.aborted) tell();
  }

  /** Runs something after so many ms, in place of what was waiting. */
  later(ms: number, run: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#clock.after(ms, run);
  }

  drop(): void {
    this.#cancelTimer();
    this.#current.abort();
    this.#current = new AbortController();
  }
}
