import { and, eq, or } from 'drizzle-orm';
import type { Caller } from '../api/context.ts';
import type { Db } from '../database/open.ts';
import { logs, noticeReads, sessions, synced, users } from '../database/schema/index.ts';
import { profileOf } from './profile.ts';

/** Returns all data that is stored about an account, except hashes of secrets. */
export async function exportAccount(db: Db, caller: Caller, now: Date) {
  const { userId, email } = caller;
  const devices = await db.select().from(sessions).where(eq(sessions.userId, userId));
  const log = await db
    .select()
    .from(logs)
    .where(or(eq(logs.userId, userId), eq(logs.email, email)));
  const items = await db
    .select()
    .from(synced)
    .where(and(eq(synced.userId, userId), eq(synced.deleted, false)));
  const reads = await db.select().from(noticeReads).where(eq(noticeReads.userId, userId));
  const [user] = await db
    .select({ status: users.status, lastSigninAt: users.lastSigninAt })
    .from(users)
    .where(eq(users.id, userId));
  return {
    exportedAt: now.toISOString(),
    account: { ...(await profileOf(db, userId)), ...user },
    devices: devices.map(({ tokenHash: _secret, ...device }) => device),
    log,
    presets: items.filter((row) => row.kind === 'preset').map((row) => row.item),
    shows: items.filter((row) => row.kind === 'show').map((row) => row.item),
    noticesRead: reads,
  };
}
