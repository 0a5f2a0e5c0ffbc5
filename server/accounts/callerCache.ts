import type { Caller } from '../api/context.ts';
import { BoundedMap } from '../limits/buckets.ts';
import { fingerprint } from './secrets.ts';

/** A change by another server with the same database may go unnoticed for this time (ms). */
const FRESH_MS = 1000;
const MAX_CALLERS = 5000;

/** The accounts whose cached entries a change makes outdated: one account by its id, or all. */
export type ChangedAccounts = number | 'all';

/**
 * Caches the account of a token for a second, because a page sends several calls at once. Call `forget` before a
 * change is answered, so that no caller keeps revoked rights. `forget` with an id drops only that account: strangers
 * must not be able to empty the cache.
 */
export class CallerCache {
  readonly #find: (token: string) => Promise<Caller>;
  readonly #now: () => number;
  readonly #callers: BoundedMap<string, { caller: Caller; until: number }>;
  /** For each look-up under way: the accounts that have changed since it began. */
  readonly #underWay = new Set<Set<ChangedAccounts>>();

  constructor(find: (token: string) => Promise<Caller>, now: () => number, most = MAX_CALLERS) {
    this.#find = find;
    this.#now = now;
    this.#callers = new BoundedMap(most);
  }

  /** Returns the account of a token. Rejects if the look-up fails; failures are not cached. */
  async find(token: string): Promise<Caller> {
    const key = fingerprint(token);
    const known = this.#callers.get(key);
    if (known !== undefined && known.until > this.#now()) return known.caller;
    const changed = new Set<ChangedAccounts>();
    this.#underWay.add(changed);
    try {
      const caller = await this.#find(token);
      // A change during the look-up may have made the result outdated.
      if (!changed.has('all') && !changed.has(caller.userId)) {
        this.#callers.set(key, { caller, until: this.#now() + FRESH_MS });
      }
      return caller;
    } finally {
      this.#underWay.delete(changed);
    }
  }

  forget(accounts: ChangedAccounts): void {
    for (const changed of this.#underWay) changed.add(accounts);
    if (accounts === 'all') this.#callers.clear();
    else this.#callers.deleteWhere(({ caller }) => caller.userId === accounts);
  }
}
