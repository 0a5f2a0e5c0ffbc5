import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../database/open.ts';
import { codes, logs, users } from '../database/schema/index.ts';
import { forgetAttempts } from './lockout.ts';

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
