import type { Caller } from '../api/context.ts';
import { BoundedMap } from '../limits/boundedMap.ts';
import { fingerprint } from './secrets.ts';

/** How long a change that another server makes in the same database may stay unnoticed (ms). */
const FRESH_MS = 1000;
const MAX_CALLERS = 5000;

/** The accounts whose look-ups a change makes outdated: one account by its id, or all of them. */
export type ChangedAccounts = number | 'all';

/**
 * Caches for a second which account a token belongs to, because a page sends several calls at once. `forget` must be
 * called before a change is answered, so that no caller keeps rights that the change took away. It forgets only the
 * changed account: a stranger's calls must not empty the cache of everybody else.
 */
export class CallerCache {
  readonly #find: (token: string) => Promise<Caller>;
  readonly #now: () => number;
  readonly #callers: BoundedMap<string, { caller: Caller; until: number }>;
  /** For each search that is under way: the accounts that changed since it began. */
  readonly #underWay = new Set<Set<ChangedAccounts>>();

  constructor(find: (token: string) => Promise<Caller>, now: () => number, most = MAX_CALLERS) {
    this.#find = find;
    this.#now = now;
    this.#callers = new BoundedMap(most);
  }

  /** Returns the account of a token. Rejects if the search does; a rejection is not cached. */
  async find(token: string): Promise<Caller> {
    const key = fingerprint(token);
    const known = this.#callers.get(key);
    if (known !== undefined && known.until > this.#now()) return known.caller;
    const changed = new Set<ChangedAccounts>();
    this.#underWay.add(changed);
    try {
      const caller = await this.#find(token);
      // A change during the search may have made its result outdated.
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
