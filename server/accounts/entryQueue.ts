import { tooMany } from '../api/refusal.ts';
import { BUSY } from './passwords.ts';

/** Calls of strangers that the database and the password hashes work on at once, and how many more may wait. */
const STRANGERS_AT_ONCE = 4;
const STRANGERS_WAITING = 60;
/** Calls of one account's known devices at once; nobody who signs in by hand needs more. */
const KNOWN_OF_ACCOUNT = 4;

/**
 * Admits the calls that sign somebody in or send a code. Strangers take turns before the database is asked anything, and
 * are refused at no cost once too many wait. A known device never waits behind them.
 */
export class EntryQueue {
  #strangers = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #known = new Map<number, number>();

  /** Does the work in a stranger's turn. Throws a Refusal with the key BUSY if too many strangers wait. */
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
   * Does the work of a known device at once. Throws a Refusal with the key BUSY if devices of the same account do too much
   * at a time, so that an attacker's own account keeps no other one out.
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
