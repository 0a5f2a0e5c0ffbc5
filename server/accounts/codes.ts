import { and, count, desc, eq, gt, isNull, lt, max, sql } from 'drizzle-orm';
import { tooMany } from '../api/refusal.ts';
import type { Db } from '../database/open.ts';
import { codes } from '../database/schema/index.ts';
import { senderOf } from '../limits/address.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { newCode } from './secrets.ts';

export type CodePurpose = 'signup' | 'forgot';

export const CODE_SECONDS = 10 * 60;
export const CODE_WAIT_SECONDS = 60;
const MAX_PER_ADDRESS_AND_HOUR = 5;
const MAX_PER_SENDER_AND_HOUR = 20;
const MAX_ATTEMPTS = 5;
const HOUR_MS = 3_600_000;

interface Request {
  email: string;
  purpose: CodePurpose;
  ip: string;
  now: Date;
}

/**
 * Makes a code for an address and forgets the ones before it. What is refused, stored and computed is the
 * same whether or not the address has an account. Throws a Refusal that says how long to wait.
 */
export async function issueCode(db: Db, request: Request): Promise<string> {
  const { email, purpose, now } = request;
  const ip = senderOf(request.ip);
  const code = newCode();
  const codeHash = await hashPassword(code);
  await db.transaction(async (tx) => {
    // Requests for one address, or by one sender, take turns; else many at once would all be the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`codes ${ip}`}))`);
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`codes ${email}`}))`);
    const hourAgo = new Date(now.getTime() - HOUR_MS);
    const [byAddress] = await tx
      .select({ n: count(), last: max(codes.createdAt) })
      .from(codes)
      .where(and(eq(codes.email, email), gt(codes.createdAt, hourAgo)));
    const sinceLast = (now.getTime() - (byAddress?.last?.getTime() ?? 0)) / 1000;
    if (sinceLast < CODE_WAIT_SECONDS) throw tooMany(CODE_WAIT_SECONDS - sinceLast, 'api.code.wait');
    if ((byAddress?.n ?? 0) >= MAX_PER_ADDRESS_AND_HOUR) throw tooMany(HOUR_MS / 1000, 'api.code.tooMany');
    const [bySender] = await tx
      .select({ n: count() })
      .from(codes)
      .where(and(eq(codes.ip, ip), gt(codes.createdAt, hourAgo)));
    if ((bySender?.n ?? 0) >= MAX_PER_SENDER_AND_HOUR) throw tooMany(HOUR_MS / 1000, 'api.code.tooMany');
    await tx
      .update(codes)
      .set({ usedAt: now })
      .where(and(eq(codes.email, email), eq(codes.purpose, purpose), isNull(codes.usedAt)));
    const expiresAt = new Date(now.getTime() + CODE_SECONDS * 1000);
    await tx.insert(codes).values({ purpose, email, codeHash, ip, createdAt: now, expiresAt });
  });
  return code;
}

/**
 * Looks whether a code is the one of an address, and counts the attempt. Returns what uses it up, or null.
 * Takes as long when there is no code at all.
 */
export async function checkCode(
  db: Db,
  { email, purpose, code, now }: { email: string; purpose: CodePurpose; code: string; now: Date },
): Promise<((db: Db) => Promise<boolean>) | null> {
  const newest = db
    .select({ id: codes.id })
    .from(codes)
    .where(
      and(
        eq(codes.email, email),
        eq(codes.purpose, purpose),
        isNull(codes.usedAt),
        gt(codes.expiresAt, now),
        lt(codes.attempts, MAX_ATTEMPTS),
      ),
    )
    .orderBy(desc(codes.id))
    .limit(1);
  const [found] = await db
    .update(codes)
    .set({ attempts: sql`${codes.attempts} + 1` })
    .where(and(sql`${codes.id} in (${newest})`, lt(codes.attempts, MAX_ATTEMPTS)))
    .returning({ id: codes.id, codeHash: codes.codeHash });
  const isRight = await verifyPassword(found?.codeHash ?? null, code);
  if (found === undefined || !isRight) return null;
  return async (within) => {
    const used = await within
      .update(codes)
      .set({ usedAt: now })
      .where(and(eq(codes.id, found.id), isNull(codes.usedAt)))
      .returning({ id: codes.id });
    return used.length > 0;
  };
}
