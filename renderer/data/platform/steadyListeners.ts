import { Listeners } from './listeners.ts';

/**
 * Listeners who are told at most once in so many ms, and always of the last: the first time at once, and what follows
 * within the time when it is over. `after` runs a task after some ms; no clock is asked, which may jump.
 */
export class SteadyListeners {
  readonly #everyMs: number;
  readonly #after: (ms: number, task: () => void) => void;
  readonly #listeners = new Listeners<void>();
  #resting = false;
  #missed = false;

  constructor(everyMs: number, after: (ms: number, task: () => void) => void) {
    this.#everyMs = everyMs;
    this.#after = after;
  }

  add(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  tell(): void {
    if (this.#resting) this.#missed = true;
    else this.tellNow();
  }

  /** For what cannot wait. */
  tellNow(): void {
    this.#missed = false;
    this.#rest();
    this.#listeners.tell();
  }

  #rest(): void {
    if (this.#resting) return;
    this.#resting = true;
    this.#after(this.#everyMs, () => {
      this.#resting = false;
      if (this.#missed) this.tellNow();
    });
  }
}
