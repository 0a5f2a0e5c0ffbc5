import type { Clock } from '#backstage/clock.ts';

/** A manual clock. Only `advance` moves it. */
export class ManualClock implements Clock {
  #now: number;
  #timers: { at: number; run: () => void }[] = [];

  constructor(now = 1_700_000_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  get waiting(): number {
    return this.#timers.length;
  }

  /** Advances the clock by `ms` and runs the due timers in order. */
  advance(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
    this.#now = until;
  }
}
