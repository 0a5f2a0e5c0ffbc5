import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { permissions } from '#shared/contract/api/call.ts';
import { DEFAULT_SESSION_DAYS } from '../accountsConfig.ts';
import { noToken, signedOut } from '../api/errors.ts';
import type { Db } from '../database/open.ts';
import { onceTokens, sessions, users } from '../database/schema.ts';
import { BoundedMap } from '../limits/buckets.ts';
import { ADMINISTRATOR, type Caller } from './roles.ts';
import { fingerprint, newToken } from './secrets.ts';

const DAY_MS = 86_400_000;
/** A device that is not used for this time is signed out. */
const IDLE_MS = 30 * DAY_MS;
/** After `endsAt`, a session ends at the first pause of this length, so that it does not interrupt a show. */
const REST_MS = 6 * 3_600_000;
/** A session without a pause ends this long after `endsAt`. */
const GRACE_MS = 7 * DAY_MS;
/** `lastSeenAt` is written at most this often. */
const SEEN_EVERY_MS = 5 * 60_000;

/** Returns the time at which a session expires that is used now. */
function expiryOf(endsAt: Date, now: Date): Date {
  const end = endsAt.getTime();
  const rested = Math.max(end, now.getTime() + REST_MS);
  return new Date(Math.min(now.getTime() + IDLE_MS, rested, end + GRACE_MS));
}

interface Visitor {
  ip: string;
  userAgent: string;
  now: Date;
  /** The lifetime of the session, even if it is in use. */
  sessionDays: number;
}

/** Signs a device in and returns its token. The database stores only the token's hash. */
export async function openSession(
  db: Db,
  userId: number,
  { ip, userAgent, now, sessionDays }: Visitor,
): Promise<string> {
  const token = newToken();
  const endsAt = new Date(now.getTime() + sessionDays * DAY_MS);
  await db.insert(sessions).values({
    userId,
    tokenHash: fingerprint(token),
    ip,
    userAgent,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: expiryOf(endsAt, now),
    endsAt,
  });
  await db.update(users).set({ lastSigninAt: now }).where(eq(users.id, userId));
  // Void the printed one-time link, which may be in a log.
  await db.delete(onceTokens).where(eq(onceTokens.userId, userId));
  return token;
}

/** SQL for the names of an account's enabled roles, and of their permissions. */
const roleNames = sql<string[]>`coalesce((select array_agg(r.name) from user_roles ur
  join roles r on r.id = ur.role_id where ur.user_id = users.id and r.status = 'enabled'), '{}')`;
const permissionNames = sql<string[]>`coalesce((select array_agg(distinct m.name) from user_roles ur
  join roles r on r.id = ur.role_id and r.status = 'enabled'
  join role_menus rm on rm.role_id = r.id
  join menus m on m.id = rm.menu_id and m.kind = 'permission' and m.status = 'enabled'
  where ur.user_id = users.id), '{}')`;

const prepareSearch = (db: Db) =>
  db
    .select({
      session: {
        id: sessions.id,
        expiresAt: sessions.expiresAt,
        revokedAt: sessions.revokedAt,
        lastSeenAt: sessions.lastSeenAt,
        createdAt: sessions.createdAt,
        endsAt: sessions.endsAt,
      },
      user: {
        id: users.id,
        email: users.email,
        username: users.username,
        status: users.status,
        createdAt: users.createdAt,
      },
      roles: roleNames,
      permissions: permissionNames,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.tokenHash, sql.placeholder('tokenHash')))
    .prepare('find_caller');

/** Prepared once per database, because every signed-in call runs it. */
const searches = new WeakMap<Db, ReturnType<typeof prepareSearch>>();

/**
 * Finds the caller of a token with current roles and permissions, in one query. Throws a Refusal if the token is
 * unknown, expired or revoked, or if the account is disabled. Clients sign out on that Refusal.
 */
export async function findCaller(db: Db, token: string, now: Date): Promise<Caller> {
  const search = searches.get(db) ?? prepareSearch(db);
  searches.set(db, search);
  const [found] = await search.execute({ tokenHash: fingerprint(token) });
  if (found === undefined) throw noToken();
  const { session, user, roles } = found;
  if (session.revokedAt !== null || session.expiresAt <= now) throw signedOut('api.signedOut');
  if (user.status !== 'enabled') throw signedOut('api.accountDisabled');
  if (session.lastSeenAt.getTime() < now.getTime() - SEEN_EVERY_MS) {
    const endsAt = session.endsAt ?? new Date(session.createdAt.getTime() + DEFAULT_SESSION_DAYS * DAY_MS);
    const expiresAt = expiryOf(endsAt, now);
    await db.update(sessions).set({ lastSeenAt: now, expiresAt }).where(eq(sessions.id, session.id));
  }
  const isAdministrator = roles.includes(ADMINISTRATOR);
  return {
    userId: user.id,
    email: user.email,
    username: user.username,
    since: user.createdAt,
    sessionId: session.id,
    roles,
    isAdministrator,
    permissions: new Set<string>(isAdministrator ? permissions : found.permissions),
  };
}

const isOpen = (userId: number) => and(eq(sessions.userId, userId), isNull(sessions.revokedAt));

/** The signed-in devices of an account, the most recently seen first. */
export const openSessions = (db: Db, userId: number, now: Date) =>
  db
    .select()
    .from(sessions)
    .where(and(isOpen(userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));

/** Signs one device of an account out. Returns false if the account has no such device. */
export async function revokeSession(db: Db, userId: number, id: number, now: Date): Promise<boolean> {
  const revoked = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(isOpen(userId), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  return revoked.length > 0;
}

/** Signs all devices of an account out, except the session `exceptId`. */
export async function revokeAll(db: Db, userId: number, now: Date, exceptId = 0): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(isOpen(userId), ne(sessions.id, exceptId)));
}

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
