import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { commits, isCommit } from '#backstage/vitals.ts';

const WINDOW_MS = 60_000;
const WINDOWS = 5;

/** Collects the commit times of shows in the last five minutes. */
export class CommitTimes {
  #windows: RecordableHistogram[] = [createHistogram()];
  readonly #moving = setInterval(() => {
    this.#windows = [createHistogram(), ...this.#windows.slice(0, WINDOWS - 1)];
  }, WINDOW_MS).unref();

  constructor() {
    commits.subscribe(this.#take);
  }

  /** In seconds; null if there was no commit. */
  get p99Seconds(): number | null {
    const all = createHistogram();
    for (const window of this.#windows) all.add(window);
    return all.count === 0 ? null : all.percentile(99) / 1e6;
  }

  stop(): void {
    clearInterval(this.#moving);
    commits.unsubscribe(this.#take);
  }

  readonly #take = (message: unknown): void => {
    if (isCommit(message)) this.#windows[0]?.record(Math.max(1, Math.round(message.seconds * 1e6)));
  };
}
