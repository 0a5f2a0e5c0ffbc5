import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '../database/open.ts';
import { onceTokens } from '../database/schema/index.ts';
import { fingerprint, newToken } from './secrets.ts';

const VALID_MS = 24 * 3_600_000;

/** Issues the token of a link that signs an account in once. Voids earlier tokens of the account. */
export async function issueOnceToken(db: Db, userId: number, now: Date): Promise<string> {
  const token = newToken();
  await db.transaction(async (tx) => {
    await tx.delete(onceTokens).where(eq(onceTokens.userId, userId));
    const expiresAt = new Date(now.getTime() + VALID_MS);
    await tx.insert(onceTokens).values({ tokenHash: fingerprint(token), userId, expiresAt });
  });
  return token;
}

/** Uses a token up. Returns its account, or null if the token is not valid. */
export async function redeemOnceToken(db: Db, token: string, now: Date): Promise<number | null> {
  const [used] = await db
    .delete(onceTokens)
    .where(and(eq(onceTokens.tokenHash, fingerprint(token)), gt(onceTokens.expiresAt, now)))
    .returning({ userId: onceTokens.userId });
  return used?.userId ?? null;
}

/** Deletes expired tokens. */
export async function forgetOldOnceTokens(db: Db, now: Date): Promise<void> {
  await db.delete(onceTokens).where(lte(onceTokens.expiresAt, now));
}
