import type { IncomingMessage } from 'node:http';
import { tokenInProtocols } from '#shared/contract/backstage.ts';
import type { Caller } from '../accounts/roles.ts';
import { fingerprint } from '../accounts/secrets.ts';
import { findCaller } from '../accounts/sessions.ts';
import type { Services } from '../api/context.ts';
import { Refusal } from '../api/errors.ts';
import { BoundedMap } from '../limits/buckets.ts';

/**
 * The sender of a join request: an account, a visitor without a token, a signed-out device, or `unknown` while the
 * database does not answer.
 */
export type Identity =
  | { kind: 'account'; userId: number; hostKey: string }
  | 'visitor'
  | 'signedOut'
  | 'unknown';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const MAX_CACHED = 5000;
/** The timeout of the database (ms), for cached tokens and for others. After it, the cached account is used. */
const TIMEOUT_MS = { cached: 3000, other: 15_000 };

/** Reads the token of a handshake; null if there is none. */
export function tokenOf(request: Pick<IncomingMessage, 'headers'>): string | null {
  return tokenInProtocols(request.headers['sec-websocket-protocol']);
}

/** Returns the name of an account's folder. It includes the creation time, because a new database reuses ids. */
export const hostKeyOf = ({ userId, since }: { userId: number; since: Date }): string =>
  `${userId}-${since.getTime().toString(36)}`;

/**
 * Finds the account of a token and caches it. While the database does not answer, a cached token still admits its host
 * to a running show.
 */
export class TokenResolver {
  readonly #services: Pick<Services, 'database' | 'now'>;
  readonly #cache: BoundedMap<string, Identity>;

  constructor(services: Pick<Services, 'database' | 'now'>, most = MAX_CACHED) {
    this.#services = services;
    this.#cache = new BoundedMap(most);
  }

  async resolve(token: string | null): Promise<Identity> {
    if (token === null) return 'visitor';
    if (!TOKEN.test(token)) return 'signedOut';
    const key = fingerprint(token);
    try {
      const timeout = TIMEOUT_MS[this.#cache.has(key) ? 'cached' : 'other'];
      const caller = await withTimeout(timeout, this.#find(token));
      const identity = { kind: 'account' as const, userId: caller.userId, hostKey: hostKeyOf(caller) };
      this.#cache.set(key, identity);
      return identity;
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 401)) return this.#cache.get(key) ?? 'unknown';
      this.#cache.delete(key);
      return 'signedOut';
    }
  }

  async #find(token: string): Promise<Caller> {
    return findCaller(await this.#services.database(), token, this.#services.now());
  }
}

/** Resolves as `work` does. Rejects if it takes longer than `ms`. */
function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the database does not answer')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
