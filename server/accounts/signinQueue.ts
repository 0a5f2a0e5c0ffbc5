import { tooMany } from '../api/refusal.ts';
import { BUSY } from './passwords.ts';

/** Maximum number of calls of strangers that run at once, and the most that wait. */
const STRANGERS_AT_ONCE = 4;
const STRANGERS_WAITING = 60;
/** Maximum number of calls at once of one account's known devices. Nobody who signs in by hand needs more. */
const KNOWN_OF_ACCOUNT = 4;

/**
 * Queues the calls that sign somebody in or send a code. Strangers wait in one queue before any database query, and
 * are refused when the queue is full. Known devices never wait behind strangers.
 */
export class SigninQueue {
  #strangers = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #known = new Map<number, number>();

  /** Runs `work` when it is a stranger's turn. Throws a Refusal with the key BUSY if too many wait. */
  async asStranger<T>(work: () => Promise<T>): Promise<T> {
    if (this.#strangers < STRANGERS_AT_ONCE) this.#strangers += 1;
    else if (this.#waiting.length >= STRANGERS_WAITING) throw tooMany(2, BUSY);
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#strangers -= 1;
      else next();
    }
  }

  /**
   * Runs the `work` of a known device at once. Throws a Refusal with the key BUSY if the account has too many calls
   * under way. The limit is per account, so an attacker's account blocks no other one.
   */
  async asKnown<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const before = this.#known.get(userId) ?? 0;
    if (before >= KNOWN_OF_ACCOUNT) throw tooMany(2, BUSY);
    this.#known.set(userId, before + 1);
    try {
      return await work();
    } finally {
      const left = (this.#known.get(userId) ?? 1) - 1;
      if (left === 0) this.#known.delete(userId);
      else this.#known.set(userId, left);
    }
  }
}
