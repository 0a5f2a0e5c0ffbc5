import type { IncomingMessage } from 'node:http';
import { tokenInProtocols } from '#shared/contract/screenSocket.ts';
import { fingerprint } from '../accounts/secrets.ts';
import { findCaller } from '../accounts/sessions.ts';
import type { Caller } from '../api/context.ts';
import { Refusal } from '../api/refusal.ts';
import type { Services } from '../api/services.ts';
import { BoundedMap } from '../limits/boundedMap.ts';

/**
 * The sender of a join request: an account, a visitor, a signed-out device, or unknown while the database does not
 * answer.
 */
export type Asker =
  | { kind: 'account'; userId: number; hostKey: string }
  | 'visitor'
  | 'signedOut'
  | 'unknown';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const MAX_REMEMBERED = 5000;
/**
 * How long (ms) a screen waits for the database. If the token is remembered, the server then uses the remembered
 * account.
 */
const ANSWER_WITHIN_MS = { known: 3000, unknown: 15_000 };

/** Reads the token of a handshake; null if there is none. */
export function tokenOf(request: Pick<IncomingMessage, 'headers'>): string | null {
  return tokenInProtocols(request.headers['sec-websocket-protocol']);
}

/** Returns the name of an account's folder. It includes the creation time, because a new database reuses ids. */
export const hostKeyOf = ({ userId, since }: { userId: number; since: Date }): string =>
  `${userId}-${since.getTime().toString(36)}`;

/**
 * Finds the account of a token and remembers it. While the database does not answer, a remembered token still admits
 * its host to a running show.
 */
export class TokenBook {
  readonly #services: Pick<Services, 'database' | 'now'>;
  readonly #known: BoundedMap<string, Asker>;

  constructor(services: Pick<Services, 'database' | 'now'>, most = MAX_REMEMBERED) {
    this.#services = services;
    this.#known = new BoundedMap(most);
  }

  async whoHas(token: string | null): Promise<Asker> {
    if (token === null) return 'visitor';
    if (!TOKEN.test(token)) return 'signedOut';
    const key = fingerprint(token);
    try {
      const within = ANSWER_WITHIN_MS[this.#known.has(key) ? 'known' : 'unknown'];
      const caller = await answerWithin(within, this.#find(token));
      const asker = { kind: 'account' as const, userId: caller.userId, hostKey: hostKeyOf(caller) };
      this.#known.set(key, asker);
      return asker;
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 401)) return this.#known.get(key) ?? 'unknown';
      this.#known.delete(key);
      return 'signedOut';
    }
  }

  async #find(token: string): Promise<Caller> {
    return findCaller(await this.#services.database(), token, this.#services.now());
  }
}

/** Resolves as `work` does; rejects if it takes longer than `ms`. */
function answerWithin<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the database does not answer')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
