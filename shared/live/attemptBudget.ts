/** Requests to the platform whose number per hour is limited. */
export type Attempt = 'lookUp' | 'socket';

const HOUR = 3_600_000;
/** Maximum number of attempts of each kind per hour. The platform throttles a room after about 15 sockets. */
export const ATTEMPTS_PER_HOUR = 12;
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
