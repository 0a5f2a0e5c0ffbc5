import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { permissions } from '#shared/contract/api/permissions.ts';
import type { Caller } from '../api/context.ts';
import { noToken, signedOut } from '../api/refusal.ts';
import type { Db } from '../database/open.ts';
import { sessions, users } from '../database/schema/index.ts';
import { ADMINISTRATOR } from './roles.ts';
import { fingerprint, newToken } from './secrets.ts';

const DAY_MS = 86_400_000;
/** A device that is not used for so long is signed out. */
const IDLE_MS = 30 * DAY_MS;
/** Being seen is written down at most this often. */
const SEEN_EVERY_MS = 5 * 60_000;

interface Visitor {
  ip: string;
  userAgent: string;
  now: Date;
}

/** Signs a device in and returns its token, which is stored only as a fingerprint. */
export async function openSession(db: Db, userId: number, { ip, userAgent, now }: Visitor): Promise<string> {
  const token = newToken();
  await db.insert(sessions).values({
    userId,
    tokenHash: fingerprint(token),
    ip,
    userAgent,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + IDLE_MS),
  });
  await db.update(users).set({ lastSigninAt: now }).where(eq(users.id, userId));
  return token;
}

const rowSchema = z.object({
  id: z.int(),
  user_id: z.int(),
  expired: z.boolean(),
  revoked: z.boolean(),
  stale: z.boolean(),
  email: z.string(),
  username: z.string(),
  status: z.string(),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
});

/**
 * Who has a token, with the roles and permissions of this moment, in one query. Throws the Refusal that the
 * client signs out for when the token is unknown, expired or revoked, or its account disabled.
 */
export async function findCaller(db: Db, token: string, now: Date): Promise<Caller> {
  const at = now.toISOString();
  const seenBefore = new Date(now.getTime() - SEEN_EVERY_MS).toISOString();
  const { rows } = await db.execute(sql`
    select s.id, s.user_id, s.expires_at <= ${at}::timestamptz as expired, s.revoked_at is not null as revoked,
      s.last_seen_at < ${seenBefore}::timestamptz as stale, u.email, u.username, u.status,
      coalesce((select array_agg(r.name) from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = u.id and r.status = 'enabled'), '{}') as roles,
      coalesce((select array_agg(distinct m.name) from user_roles ur
        join roles r on r.id = ur.role_id and r.status = 'enabled'
        join role_menus rm on rm.role_id = r.id
        join menus m on m.id = rm.menu_id and m.kind = 'permission' and m.status = 'enabled'
        where ur.user_id = u.id), '{}') as permissions
    from sessions s join users u on u.id = s.user_id where s.token_hash = ${fingerprint(token)}`);
  if (rows[0] === undefined) throw noToken();
  const row = rowSchema.parse(rows[0]);
  if (row.revoked || row.expired) throw signedOut('api.signedOut');
  if (row.status !== 'enabled') throw signedOut('api.accountDisabled');
  if (row.stale) {
    const expiresAt = new Date(now.getTime() + IDLE_MS);
    await db.update(sessions).set({ lastSeenAt: now, expiresAt }).where(eq(sessions.id, row.id));
  }
  const isAdministrator = row.roles.includes(ADMINISTRATOR);
  return {
    userId: row.user_id,
    email: row.email,
    username: row.username,
    sessionId: row.id,
    roles: row.roles,
    isAdministrator,
    permissions: new Set<string>(isAdministrator ? permissions : row.permissions),
  };
}

const isOpen = (userId: number) => and(eq(sessions.userId, userId), isNull(sessions.revokedAt));

/** The devices that are signed in, the latest seen first. */
export const openSessions = (db: Db, userId: number, now: Date) =>
  db
    .select()
    .from(sessions)
    .where(and(isOpen(userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));

/** Signs one device of an account out; false when the account has no such device. */
export async function revokeSession(db: Db, userId: number, id: number, now: Date): Promise<boolean> {
  const revoked = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(isOpen(userId), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  return revoked.length > 0;
}

/** Signs every device of an account out, except one that may be named. */
export async function revokeAll(db: Db, userId: number, now: Date, exceptId = 0): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(isOpen(userId), ne(sessions.id, exceptId)));
}
