import type { Clock } from '../clock.ts';

/** After a batch of one the next is at least this far off (ms): waiting longer would seldom bring it company. */
const QUIET = 4;
/** The same after a larger one: a busy show shares its writes. */
const BUSY = 8;
const FIRST_RETRY = 250;
const LONGEST_RETRY = 5000;

/** When the next batch is written: soon, or after a while when the disk has refused the last one. */
export class Pace {
  readonly #clock: Clock;
  readonly #write: () => void;
  #cancel: (() => void) | null = null;
  #lastAt = 0;
  #apart = QUIET;
  #retryAfter = FIRST_RETRY;
  #blocked = false;

  constructor(clock: Clock, write: () => void) {
    this.#clock = clock;
    this.#write = write;
  }

  /** The disk has refused the last batch. */
  get blocked(): boolean {
    return this.#blocked;
  }

  /** There is something to write. */
  soon(): void {
    if (this.#blocked || this.#cancel !== null) return;
    const wait = Math.max(0, this.#lastAt + this.#apart - this.#clock.now());
    this.#cancel = this.#clock.after(Math.min(wait, this.#apart), this.#write);
  }

  /** A batch is being written now. */
  begin(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  /** It was written, with so many inputs. True when the one before it had been refused. */
  succeeded(inputs: number): boolean {
    const wasBlocked = this.#blocked;
    this.#lastAt = this.#clock.now();
    this.#apart = inputs > 1 ? BUSY : QUIET;
    this.#retryAfter = FIRST_RETRY;
    this.#blocked = false;
    return wasBlocked;
  }

  /** It was refused, and is tried again later. True when the one before it had not been. */
  refused(): boolean {
    const wasBlocked = this.#blocked;
    this.#blocked = true;
    this.#cancel = this.#clock.after(this.#retryAfter, this.#write);
    this.#retryAfter = Math.min(LONGEST_RETRY, this.#retryAfter * 2);
    return !wasBlocked;
  }
}
