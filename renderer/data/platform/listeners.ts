/** A set of listeners. A listener may unsubscribe while the set is being notified. */
export class Listeners<T> {
  readonly #all = new Set<(value: T) => void>();

  /** Adds a listener. Returns the function that removes it. */
  add(listener: (value: T) => void): () => void {
    this.#all.add(listener);
    return () => {
      this.#all.delete(listener);
    };
  }

  notify(value: T): void {
    for (const listener of [...this.#all]) listener(value);
  }
}

/**
 * Listeners that are notified at most once per interval (leading and trailing throttle). The first notification is
 * immediate; later ones within the interval become one at its end. It uses a timer and no clock, because a clock can
 * jump.
 */
export class ThrottledListeners {
  readonly #intervalMs: number;
  readonly #after: (ms: number, task: () => void) => void;
  readonly #listeners = new Listeners<void>();
  #waiting = false;
  #pending = false;

  /** `after` runs a task after a number of ms. */
  constructor(intervalMs: number, after: (ms: number, task: () => void) => void) {
    this.#intervalMs = intervalMs;
    this.#after = after;
  }

  add(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  notify(): void {
    if (this.#waiting) this.#pending = true;
    else this.notifyNow();
  }

  /** Notifies without throttling. */
  notifyNow(): void {
    this.#pending = false;
    this.#startInterval();
    this.#listeners.notify();
  }

  #startInterval(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    this.#after(this.#intervalMs, () => {
      this.#waiting = false;
      if (this.#pending) this.notifyNow();
    });
  }
}
