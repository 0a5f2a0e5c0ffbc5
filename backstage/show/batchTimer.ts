import type { Clock } from '../clock.ts';

/** The shortest time (ms) between a batch of one input and the next batch. Few inputs arrive together then. */
const QUIET_MS = 4;
/** The shortest time (ms) between a larger batch and the next one: in a busy show several inputs share a write. */
const BUSY_MS = 8;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5000;

/** Schedules the writing of batches. Retries with exponential backoff after the disk has refused a batch. */
export class BatchTimer {
  readonly #clock: Clock;
  readonly #write: () => void;
  #cancel: (() => void) | null = null;
  #lastAt = 0;
  #interval = QUIET_MS;
  #retryMs = FIRST_RETRY_MS;
  #blocked = false;

  constructor(clock: Clock, write: () => void) {
    this.#clock = clock;
    this.#write = write;
  }

  /** Whether the disk refused the last batch. */
  get blocked(): boolean {
    return this.#blocked;
  }

  /** Schedules the next batch, unless one is scheduled already. */
  schedule(): void {
    if (this.#blocked || this.#cancel !== null) return;
    const wait = Math.max(0, this.#lastAt + this.#interval - this.#clock.now());
    this.#cancel = this.#clock.after(Math.min(wait, this.#interval), this.#write);
  }

  /** Cancels the scheduled batch. Call it when writing begins. */
  cancel(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  /** Notes that a batch of this many inputs was written. Returns true if the batch before it was refused. */
  succeeded(inputs: number): boolean {
    const wasBlocked = this.#blocked;
    this.#lastAt = this.#clock.now();
    this.#interval = inputs > 1 ? BUSY_MS : QUIET_MS;
    this.#retryMs = FIRST_RETRY_MS;
    this.#blocked = false;
    return wasBlocked;
  }

  /** Notes that the disk refused a batch and schedules a retry. Returns true if the batch before it was written. */
  refused(): boolean {
    const wasBlocked = this.#blocked;
    this.#blocked = true;
    this.#cancel = this.#clock.after(this.#retryMs, this.#write);
    this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 2);
    return !wasBlocked;
  }
}
