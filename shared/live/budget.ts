/** The rates that one room may send at. */
interface BudgetSize {
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

/** Requests to the platform whose number per hour is limited. */
export type Attempt = 'lookUp' | 'socket';

const HOUR = 3_600_000;
/** Maximum number of attempts of each kind per hour. The platform throttles a room after about 15 sockets. */
const ATTEMPTS_PER_HOUR = 12;
/** After this many failed attempts in an hour, further attempts are spaced. */
const QUICK_FAILURES = 6;
/** The interval (ms) that spreads the remaining attempts over the hour. */
const SPACING = HOUR / (ATTEMPTS_PER_HOUR - QUICK_FAILURES);

interface Spent {
  at: number;
  failed: boolean;
}

/**
 * Limits how often one room is looked up and connected to per hour, over all lines and clients of this process.
 * Attempts that did not reach the platform are given back, so a network outage uses none.
 */
export class AttemptBudget {
  readonly #spent: Record<Attempt, Spent[]> = { lookUp: [], socket: [] };

  /** Time (ms) until the next attempt may begin; 0 if it may begin now. */
  wait(attempt: Attempt, now: number): number {
    const spent = this.#recent(attempt, now);
    const [oldest] = spent;
    const last = spent.at(-1);
    if (oldest === undefined || last === undefined) return 0;
    const full = spent.length >= ATTEMPTS_PER_HOUR ? oldest.at + HOUR - now : 0;
    const spaced =
      spent.filter(({ failed }) => failed).length >= QUICK_FAILURES ? last.at + SPACING - now : 0;
    return Math.max(0, full, spaced);
  }

  /** Counts an attempt that begins now. `failed` marks it as failed; `giveBack` stops counting it. */
  spend(attempt: Attempt, now: number): { failed(): void; giveBack(): void } {
    const one: Spent = { at: now, failed: false };
    this.#spent[attempt] = [...this.#recent(attempt, now), one];
    return {
      failed: () => {
        one.failed = true;
      },
      giveBack: () => {
        this.#spent[attempt] = this.#spent[attempt].filter((other) => other !== one);
      },
    };
  }

  #recent(attempt: Attempt, now: number): Spent[] {
    // Drop attempts in the future: the clock was set back, and they would count for more than an hour.
    return this.#spent[attempt].filter(({ at }) => at <= now && now - at < HOUR);
  }
}

/** Maximum number of rooms with a stored budget. */
const MAX_ROOMS = 200;

/** The budgets of all rooms of a process, by username. */
export class AttemptBudgets {
  readonly #budgets = new Map<string, AttemptBudget>();

  of(username: string): AttemptBudget {
    const key = username.toLowerCase();
    const budget = this.#budgets.get(key) ?? new AttemptBudget();
    // Delete and insert: the first key of the map is then the least recently used one.
    this.#budgets.delete(key);
    this.#budgets.set(key, budget);
    const [oldest] = this.#budgets.keys();
    if (this.#budgets.size > MAX_ROOMS && oldest !== undefined) this.#budgets.delete(oldest);
    return budget;
  }
}
