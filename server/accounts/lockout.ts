import { eq, sql } from 'drizzle-orm';
import type { Db } from '../database/open.ts';
import { signinFailures } from '../database/schema/index.ts';
import { fingerprint } from './secrets.ts';

/** Attempts that need no wait; then 2, 4, 8, 16, 32, 60 s; from the tenth on a quarter of an hour. */
const FREE_ATTEMPTS = 3;
const LOCK_FROM = 10;
const LOCK_SECONDS = 15 * 60;
const MAX_DELAY_SECONDS = 60;
/** After so long without an attempt the counting begins anew. */
export const FORGET_AFTER_SECONDS = 60 * 60;

const secondsAfter = (failures: number): number => {
  if (failures <= FREE_ATTEMPTS) return 0;
  if (failures >= LOCK_FROM) return LOCK_SECONDS;
  return Math.min(MAX_DELAY_SECONDS, 2 ** (failures - FREE_ATTEMPTS));
};

const delays = sql.join(
  Array.from({ length: LOCK_FROM }, (_, index) => sql.raw(String(secondsAfter(index + 1)))),
  sql`, `,
);

/**
 * Counts an attempt to sign in before the password is looked at, so that many at once are not one. Returns
 * how many seconds the address has to wait, 0 when the attempt may go on. An address without an account is
 * counted like any other.
 */
export async function countAttempt(db: Db, email: string, now: Date): Promise<number> {
  const emailHash = fingerprint(email);
  const at = now.toISOString();
  const next = sql`(case when ${signinFailures.lastAt} < ${at}::timestamptz - make_interval(secs => ${FORGET_AFTER_SECONDS})
    then 1 else least(${signinFailures.failures} + 1, ${LOCK_FROM}) end)`;
  const counted = await db
    .insert(signinFailures)
    .values({ emailHash, failures: 1, lastAt: now, blockedUntil: now })
    .onConflictDoUpdate({
      target: signinFailures.emailHash,
      set: {
        failures: next,
        lastAt: now,
        blockedUntil: sql`${at}::timestamptz + make_interval(secs => (array[${delays}])[${next}])`,
      },
      setWhere: sql`${signinFailures.blockedUntil} <= ${at}::timestamptz`,
    })
    .returning({ failures: signinFailures.failures });
  if (counted.length > 0) return 0;
  const [blocked] = await db
    .select({ until: signinFailures.blockedUntil })
    .from(signinFailures)
    .where(eq(signinFailures.emailHash, emailHash));
  return blocked === undefined ? 0 : Math.max(1, (blocked.until.getTime() - now.getTime()) / 1000);
}

/** Forgets the attempts of an address: its password was right, or was set anew by its owner. */
export async function forgetAttempts(db: Db, email: string): Promise<void> {
  await db.delete(signinFailures).where(eq(signinFailures.emailHash, fingerprint(email)));
}
