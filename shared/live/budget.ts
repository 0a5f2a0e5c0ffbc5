/** How much of one room is taken in: on the average of a second, and at once. */
export interface BudgetSize {
  bytesPerSecond: number;
  messagesPerSecond: number;
  /** So many seconds' worth may come at once: a room that was away for minutes sends what was missed. */
  burstSeconds: number;
}

/** A busy room sends 2,000 gifts of about 1 KiB a second. */
export const roomBudget: BudgetSize = {
  bytesPerSecond: 8 * 1024 * 1024,
  messagesPerSecond: 10_000,
  burstSeconds: 4,
};

/** A frame costs at least so many bytes, whatever is in it. */
const LEAST_FRAME = 512;
/** One rest is at most so long (ms), so that a connection at rest is not taken for a dead one. */
const LONGEST_REST = 5000;

/**
 * Measures what a room sends. What is more than its share is not dropped: its socket rests, so that the sender has to
 * wait and other rooms of the same process get their turn.
 */
export class Budget {
  readonly #size: BudgetSize;
  /** What is left, in seconds of each share; below 0 after too much. */
  #bytes: number;
  #messages: number;
  #at: number;

  constructor(size: BudgetSize, now: number) {
    this.#size = size;
    this.#bytes = size.burstSeconds;
    this.#messages = size.burstSeconds;
    this.#at = now;
  }

  /** Takes one frame into account; returns for how long (ms) nothing more is to be read, 0 when there is no need. */
  take(bytes: number, messages: number, now: number): number {
    const { bytesPerSecond, messagesPerSecond, burstSeconds } = this.#size;
    const passed = Math.max(0, now - this.#at) / 1000;
    this.#at = now;
    const cost = Math.max(LEAST_FRAME, bytes) / bytesPerSecond;
    this.#bytes = Math.min(burstSeconds, this.#bytes + passed) - cost;
    this.#messages = Math.min(burstSeconds, this.#messages + passed) - messages / messagesPerSecond;
    const left = Math.min(this.#bytes, this.#messages);
    return left >= 0 ? 0 : Math.min(LONGEST_REST, Math.ceil(-left * 1000));
  }
}
