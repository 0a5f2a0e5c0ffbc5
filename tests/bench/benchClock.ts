import type { Clock } from '#backstage/clock.ts';

/** A fake clock: due timers run when the bench advances it. */
export class BenchClock implements Clock {
  #now = 1_700_000_000_000;
  #waiting: { at: number; run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#waiting.push(timer);
    return () => {
      this.#waiting = this.#waiting.filter((each) => each !== timer);
    };
  }

  turn(ms: number): void {
    this.#now += ms;
    const due = this.#waiting.filter(({ at }) => at <= this.#now);
    this.#waiting = this.#waiting.filter(({ at }) => at > this.#now);
    for (const { run } of due) run();
  }
}
