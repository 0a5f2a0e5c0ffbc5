import type { GapCause } from '../contract/input.ts';

/** A period in which gifts may have been missed. Times in ms since 1970. */
interface TrackedGap<C extends GapCause> {
  cause: C;
  from: number;
  until: number;
}

/** Tracks one interruption across all attempts to end it. The first cause and the earliest time are kept. */
export class GapTracker<C extends GapCause> {
  #current: { cause: C; from: number } | null = null;

  /** Whether an interruption is being tracked. */
  get open(): boolean {
    return this.#current !== null;
  }

  /** Starts an interruption, unless one is open already. */
  begin(cause: C, from: number): void {
    this.#current ??= { cause, from };
  }

  /** Ends the interruption and returns it; null if none is open. */
  end(until: number): TrackedGap<C> | null {
    const current = this.#current;
    this.#current = null;
    return current === null ? null : { ...current, until };
  }
}
