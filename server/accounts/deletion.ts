import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../database/open.ts';
import { codes, logs, users } from '../database/schema/index.ts';
import { forgetAttempts } from './lockout.ts';

export interface DeletedAccount {
  userId: number;
  since: Date;
}

/**
 * Deletes accounts with everything of theirs: devices, presets, shows with their viewers, and the traces of
 * signing in. What they did as operators stays in the log without saying who it was. Returns those that there were.
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
  // All else goes with the account, by the rules of the schema.
  await db.delete(users).where(
    inArray(
      users.id,
      found.map((user) => user.userId),
    ),
  );
  return found.map(({ userId, since }) => ({ userId, since }));
}
