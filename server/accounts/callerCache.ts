import type { Caller } from '../api/context.ts';
import { fingerprint } from './secrets.ts';

/** How long a change that another server makes in the same database may go unseen. */
const FRESH_MS = 1000;
const MAX_CALLERS = 5000;

/**
 * Remembers for a moment who has a token: a page that opens asks several things at once. Whatever changes
 * something through this server makes it forget everything, before the change is answered, so that nobody is
 * let in on the strength of what was true before.
 */
export class CallerCache {
  readonly #find: (token: string) => Promise<Caller>;
  readonly #now: () => number;
  #callers = new Map<string, { caller: Caller; until: number }>();
  #generation = 0;

  constructor(find: (token: string) => Promise<Caller>, now: () => number) {
    this.#find = find;
    this.#now = now;
  }

  /** Who has the token. Throws what the search throws; a refusal is never remembered. */
  async find(token: string): Promise<Caller> {
    const key = fingerprint(token);
    const known = this.#callers.get(key);
    if (known !== undefined && known.until > this.#now()) return known.caller;
    const generation = this.#generation;
    const caller = await this.#find(token);
    // What was read before a change and arrives after it may be outdated already.
    if (generation === this.#generation) {
      if (this.#callers.size >= MAX_CALLERS) this.#callers.clear();
      this.#callers.set(key, { caller, until: this.#now() + FRESH_MS });
    }
    return caller;
  }

  forget(): void {
    this.#generation += 1;
    this.#callers.clear();
  }
}
