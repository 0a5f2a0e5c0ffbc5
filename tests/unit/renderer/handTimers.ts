import type { Timers } from '#renderer/data/stores/pausableTimer.ts';

/** A manual clock with timers. Only `pass` advances it. */
export class HandTimers implements Timers {
  #now = 1_000;
  #tasks: { at: number; task: () => void }[] = [];

  now = (): number => this.#now;

  after = (ms: number, task: () => void): (() => void) => {
    const entry = { at: this.#now + ms, task };
    this.#tasks.push(entry);
    return () => {
      this.#tasks = this.#tasks.filter((each) => each !== entry);
    };
  };

  /** Advances the clock by `ms` and runs each due timer at its time. */
  pass(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const [next] = this.#tasks.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#tasks = this.#tasks.filter((each) => each !== next);
      this.#now = next.at;
      next.task();
    }
    this.#now = until;
  }
}
