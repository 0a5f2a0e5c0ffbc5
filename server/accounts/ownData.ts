import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Language } from '#shared/contract/language.ts';
import { invalidField, notFound } from '../api/errors.ts';
import { isTimeZone } from '../api/text.ts';
import type { Db } from '../database/open.ts';
import { codes, logs, noticeReads, roles, sessions, synced, userRoles, users } from '../database/schema.ts';
import { forgetAttempts } from './lockout.ts';
import type { Caller } from './roles.ts';

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

export interface DeletedAccount {
  userId: number;
  since: Date;
}

/**
 * Deletes accounts with their devices, presets, shows, viewers and sign-in logs. Log entries of their operations stay,
 * without the person. Returns the accounts that existed.
 */
export async function deleteAccounts(db: Db, ids: readonly number[]): Promise<DeletedAccount[]> {
  const found = await db
    .select({ userId: users.id, email: users.email, since: users.createdAt })
    .from(users)
    .where(inArray(users.id, [...ids]));
  if (found.length === 0) return [];
  const emails = found.map((user) => user.email);
  await db.delete(logs).where(and(inArray(logs.email, emails), eq(logs.kind, 'signin')));
  await db
    .update(logs)
    .set({ email: '', ip: '', userAgent: '', userId: null })
    .where(inArray(logs.email, emails));
  await db.delete(codes).where(inArray(codes.email, emails));
  for (const email of emails) await forgetAttempts(db, email);
  // Foreign keys delete all other rows of the account.
  await db.delete(users).where(
    inArray(
      users.id,
      found.map((user) => user.userId),
    ),
  );
  return found.map(({ userId, since }) => ({ userId, since }));
}

/** Returns an account as its owner sees it. */
export async function profileOf(db: Db, userId: number) {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw notFound();
  const held = await db
    .select({ name: roles.name, title: roles.title })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(userRoles.userId, userId))
    .orderBy(asc(roles.id));
  return {
    userId: user.id,
    email: user.email,
    username: user.username,
    phone: user.phone,
    language: user.language,
    timeZone: user.timeZone,
    roles: held,
    createdAt: user.createdAt.getTime(),
    passwordSet: user.passwordSet,
  };
}

interface ProfileChange {
  username?: string | undefined;
  phone?: string | undefined;
  language?: Language | null | undefined;
  timeZone?: string | null | undefined;
}

/** Changes the given fields. */
export async function updateProfile(db: Db, userId: number, change: ProfileChange): Promise<void> {
  if (typeof change.timeZone === 'string' && !isTimeZone(change.timeZone)) {
    throw invalidField('timeZone', 'api.field.timeZone');
  }
  if (Object.values(change).every((value) => value === undefined)) return;
  await db.update(users).set(change).where(eq(users.id, userId));
}
