import { and, count, desc, eq, gt, isNull, lt, lte, max, sql } from 'drizzle-orm';
import { Refusal, tooMany } from '../api/errors.ts';
import type { Db } from '../database/open.ts';
import { codes, codeTries, onceTokens } from '../database/schema.ts';
import { householdOf } from '../limits/address.ts';
import { type HashFor, hashPassword, verifyPassword } from './passwords.ts';
import { fingerprint, newCode, newToken } from './secrets.ts';

type CodePurpose = 'signup' | 'forgot';

export const CODE_SECONDS = 10 * 60;
export const CODE_WAIT_SECONDS = 60;
/** Maximum number of codes for one address in an hour: requested by one sender, and by all senders together. */
const MAX_PER_ADDRESS_AND_HOUR = { ofSender: 5, ofAll: 10 };
const MAX_PER_SENDER_AND_HOUR = 20;
/** Maximum number of wrong codes per code: of one sender, and of all senders who did not request the code. */
const MAX_TRIES = { ofSender: 5, ofStrangers: 20 };
/** A typed code is compared with this many valid codes: several senders may have requested one. */
const MAX_COMPARED = 3;
const HOUR_MS = 3_600_000;

interface Request {
  email: string;
  purpose: CodePurpose;
  ip: string;
  /** A device that the account knows is not limited by the requests of others. */
  isKnownDevice: boolean;
  now: Date;
}

/**
 * Issues a code for an address and voids earlier codes that the same sender requested. Codes of other senders stay
 * valid, so that nobody can void an owner's code. The work and the answer are the same whether or not the address has
 * an account. Throws a Refusal that says how long to wait.
 */
export async function issueCode(db: Db, request: Request): Promise<string> {
  const { email, purpose, now, isKnownDevice } = request;
  const ip = householdOf(request.ip);
  const code = newCode();
  const codeHash = await hashPassword(code, isKnownDevice ? 'known' : 'stranger');
  await db.transaction(async (tx) => {
    // Serialise the requests for one address and of one sender, so that parallel requests cannot bypass the limits.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`codes ${ip}`}))`);
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`codes ${email}`}))`);
    const hourAgo = new Date(now.getTime() - HOUR_MS);
    const toAddress = and(eq(codes.email, email), gt(codes.createdAt, hourAgo));
    const [own] = await tx
      .select({ n: count(), last: max(codes.createdAt) })
      .from(codes)
      .where(and(toAddress, eq(codes.ip, ip)));
    const sinceLast = (now.getTime() - (own?.last?.getTime() ?? 0)) / 1000;
    if (sinceLast < CODE_WAIT_SECONDS) throw tooMany(CODE_WAIT_SECONDS - sinceLast, 'api.code.wait');
    const ofAll = isKnownDevice ? 0 : await tx.$count(codes, toAddress);
    const [bySender] = await tx
      .select({ n: count() })
      .from(codes)
      .where(and(eq(codes.ip, ip), gt(codes.createdAt, hourAgo)));
    if (
      (own?.n ?? 0) >= MAX_PER_ADDRESS_AND_HOUR.ofSender ||
      ofAll >= MAX_PER_ADDRESS_AND_HOUR.ofAll ||
      (bySender?.n ?? 0) >= MAX_PER_SENDER_AND_HOUR
    ) {
      throw tooMany(HOUR_MS / 1000, 'api.code.tooMany');
    }
    await tx
      .update(codes)
      .set({ usedAt: now })
      .where(and(eq(codes.email, email), eq(codes.purpose, purpose), eq(codes.ip, ip), isNull(codes.usedAt)));
    const expiresAt = new Date(now.getTime() + CODE_SECONDS * 1000);
    await tx.insert(codes).values({ purpose, email, codeHash, ip, createdAt: now, expiresAt });
  });
  return code;
}

interface Typed {
  email: string;
  purpose: CodePurpose;
  code: string;
  ip: string;
  now: Date;
}

/**
 * Checks a code and counts the attempt for its sender: wrong codes of other senders do not void a code. Returns a
 * function that uses the code up, or null if the code is wrong. Compares a hash even if there is no code, so that
 * timing reveals nothing.
 */
export async function checkCode(
  db: Db,
  typed: Typed,
  whose: HashFor = 'stranger',
): Promise<((db: Db) => Promise<boolean>) | null> {
  const { email, purpose, code, now } = typed;
  const sender = householdOf(typed.ip);
  const ofAddress = and(eq(codes.email, email), eq(codes.purpose, purpose), isNull(codes.usedAt));
  const live = await db
    .select({ id: codes.id, codeHash: codes.codeHash, ip: codes.ip })
    .from(codes)
    .where(and(ofAddress, gt(codes.expiresAt, now)))
    // Compare the sender's own code first, so that codes of others cannot crowd it out.
    .orderBy(sql`(${codes.ip} = ${sender}) desc`, desc(codes.id))
    .limit(MAX_COMPARED);
  let compared = 0;
  let isRight = false;
  for (const { id, codeHash, ip } of live) {
    const isOwn = ip === sender;
    if (!(await countTry(db, { id, sender, isOwn }))) continue;
    compared += 1;
    isRight = await verifyPassword(codeHash, code, whose).catch(async (error: unknown) => {
      if (error instanceof Refusal) await refundTry(db, { id, sender, isOwn });
      throw error;
    });
    if (isRight) break;
  }
  if (compared === 0) await verifyPassword(null, code, whose);
  if (!isRight) return null;
  return async (within) => {
    // Void all codes of the address for this purpose.
    const used = await within.update(codes).set({ usedAt: now }).where(ofAddress).returning({ id: codes.id });
    return used.length > 0;
  };
}

interface Try {
  id: number;
  sender: string;
  /** The sender requested this code. */
  isOwn: boolean;
}

/** Counts a try against a code. Returns false if the sender, or all strangers together, have no tries left. */
async function countTry(db: Db, { id, sender, isOwn }: Try): Promise<boolean> {
  if (!isOwn) {
    const counted = await db
      .update(codes)
      .set({ attempts: sql`${codes.attempts} + 1` })
      .where(and(eq(codes.id, id), lt(codes.attempts, MAX_TRIES.ofStrangers)))
      .returning({ id: codes.id });
    if (counted.length === 0) return false;
  }
  const counted = await db
    .insert(codeTries)
    .values({ codeId: id, sender, tries: 1 })
    .onConflictDoUpdate({
      target: [codeTries.codeId, codeTries.sender],
      set: { tries: sql`${codeTries.tries} + 1` },
      setWhere: lt(codeTries.tries, MAX_TRIES.ofSender),
    })
    .returning({ tries: codeTries.tries });
  return counted.length > 0;
}

/** Refunds a try whose code was not compared. */
async function refundTry(db: Db, { id, sender, isOwn }: Try): Promise<void> {
  if (!isOwn) {
    await db
      .update(codes)
      .set({ attempts: sql`${codes.attempts} - 1` })
      .where(eq(codes.id, id));
  }
  await db
    .update(codeTries)
    .set({ tries: sql`${codeTries.tries} - 1` })
    .where(and(eq(codeTries.codeId, id), eq(codeTries.sender, sender)));
}

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
