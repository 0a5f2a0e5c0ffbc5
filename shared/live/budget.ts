/** The rates that one room may send at. */
export interface BudgetSize {
  bytesPerSecond: number;
  messagesPerSecond: number;
  /** Burst size in seconds: after an outage, a room sends what was missed at once. */
  burstSeconds: number;
}

/** For comparison: a busy room sends 2,000 gifts of about 1 KiB per second. */
export const roomBudget: BudgetSize = {
  bytesPerSecond: 8 * 1024 * 1024,
  messagesPerSecond: 10_000,
  burstSeconds: 4,
};

/** Minimum cost of a frame in bytes. */
const MIN_FRAME_COST = 512;
/** Longest pause (ms). A longer one would exceed the limit after which a connection counts as dead. */
const MAX_PAUSE = 5000;

/**
 * Token bucket for bytes and messages of one room. A room that exceeds it loses nothing: its socket is not read for a
 * while, so that the sender waits and other rooms of the process get their turn.
 */
export class Budget {
  readonly #size: BudgetSize;
  /** Tokens left, in seconds of each rate; negative while the budget is exceeded. */
  #bytes: number;
  #messages: number;
  #at: number;

  constructor(size: BudgetSize, now: number) {
    this.#size = size;
    this.#bytes = size.burstSeconds;
    this.#messages = size.burstSeconds;
    this.#at = now;
  }

  /** Charges one frame. Returns for how long (ms) the socket must not be read; 0 if within the budget. */
  take(bytes: number, messages: number, now: number): number {
    const { bytesPerSecond, messagesPerSecond, burstSeconds } = this.#size;
    const passed = Math.max(0, now - this.#at) / 1000;
    this.#at = now;
    const cost = Math.max(MIN_FRAME_COST, bytes) / bytesPerSecond;
    this.#bytes = Math.min(burstSeconds, this.#bytes + passed) - cost;
    this.#messages = Math.min(burstSeconds, this.#messages + passed) - messages / messagesPerSecond;
    const left = Math.min(this.#bytes, this.#messages);
    return left >= 0 ? 0 : Math.min(MAX_PAUSE, Math.ceil(-left * 1000));
  }
}
