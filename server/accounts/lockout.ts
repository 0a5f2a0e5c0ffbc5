import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../database/open.ts';
import { signinFailures } from '../database/schema.ts';
import { householdOf } from '../limits/address.ts';
import { fingerprint } from './secrets.ts';

/** The seconds to wait from a number of wrong passwords on; the highest step first. */
type Steps = readonly (readonly [from: number, seconds: number])[];

/** For one known device or one sender: three tries without a wait, then 2 to 60 s, then 15 minutes. */
const OWN_STEPS: Steps = [
  [10, 15 * 60],
  [9, 60],
  [8, 32],
  [7, 16],
  [6, 8],
  [5, 4],
  [4, 2],
];
/** For all unknown devices together: slows down guessing from many senders without locking the owner out for long. */
const STRANGER_STEPS: Steps = [
  [50, 60],
  [20, 5],
];
/** `by` of the row that counts all unknown devices of an account together. */
const STRANGERS = '';
/** After this time without an attempt, counting starts again at 0. */
export const FORGET_AFTER_SECONDS = 60 * 60;

/** The device and the address from which a sign-in is attempted. */
interface SigninOrigin {
  /** The token of a device that the account knows, or null. */
  device: string | null;
  ip: string;
}

const secondsAfter = (failures: SQL, steps: Steps): SQL => {
  const cases = steps.map(
    ([from, seconds]) => sql`when ${failures} >= ${sql.raw(String(from))}
    then ${sql.raw(String(seconds))}`,
  );
  return sql`(case ${sql.join(cases, sql` `)} else 0 end)`;
};

const stepsOf = (by: string): Steps => (by === STRANGERS ? STRANGER_STEPS : OWN_STEPS);

/**
 * The `by` values of the rows that count an attempt. A known device counts by itself, so others do not slow it down.
 */
function countersOf({ device, ip }: SigninOrigin): string[] {
  if (device !== null) return [fingerprint(`device ${device}`)];
  return [fingerprint(`sender ${householdOf(ip)}`), STRANGERS];
}

/** Rolls the transaction back, so that a refused attempt is not counted. */
class Blocked extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super('blocked');
    this.seconds = seconds;
  }
}

/**
 * Counts a sign-in attempt before the password is compared, so that parallel attempts count too. Returns the seconds
 * to wait; 0 allows the attempt. Addresses without an account are counted in the same way.
 */
export async function countAttempt(db: Db, email: string, origin: SigninOrigin, now: Date): Promise<number> {
  const emailHash = fingerprint(email);
  try {
    await db.transaction(async (tx) => {
      for (const by of countersOf(origin)) {
        const seconds = await countRow(tx, emailHash, by, now);
        if (seconds > 0) throw new Blocked(seconds);
      }
    });
    return 0;
  } catch (error) {
    if (error instanceof Blocked) return error.seconds;
    throw error;
  }
}

async function countRow(tx: Db, emailHash: string, by: string, now: Date): Promise<number> {
  const steps = stepsOf(by);
  const at = now.toISOString();
  const next = sql`(case when ${signinFailures.lastAt} < ${at}::timestamptz - make_interval(secs => ${FORGET_AFTER_SECONDS})
    then 1 else least(${signinFailures.failures} + 1, ${steps[0]?.[0] ?? 1}) end)`;
  const counted = await tx
    .insert(signinFailures)
    .values({ emailHash, by, failures: 1, lastAt: now, blockedUntil: now })
    .onConflictDoUpdate({
      target: [signinFailures.emailHash, signinFailures.by],
      set: {
        failures: next,
        lastAt: now,
        blockedUntil: sql`${at}::timestamptz + make_interval(secs => ${secondsAfter(next, steps)})`,
      },
      setWhere: sql`${signinFailures.blockedUntil} <= ${at}::timestamptz`,
    })
    .returning({ failures: signinFailures.failures });
  if (counted.length > 0) return 0;
  const [blocked] = await tx
    .select({ until: signinFailures.blockedUntil })
    .from(signinFailures)
    .where(and(eq(signinFailures.emailHash, emailHash), eq(signinFailures.by, by)));
  return blocked === undefined ? 0 : Math.max(1, (blocked.until.getTime() - now.getTime()) / 1000);
}

/** Refunds an attempt whose password was right or was not compared. */
export async function refundAttempt(db: Db, email: string, origin: SigninOrigin): Promise<void> {
  const emailHash = fingerprint(email);
  for (const by of countersOf(origin)) {
    const less = sql`greatest(${signinFailures.failures} - 1, 0)`;
    await db
      .update(signinFailures)
      .set({
        failures: less,
        blockedUntil: sql`${signinFailures.lastAt} + make_interval(secs => ${secondsAfter(less, stepsOf(by))})`,
      })
      .where(and(eq(signinFailures.emailHash, emailHash), eq(signinFailures.by, by)));
  }
}

/** Forgets the wrong passwords of this device and sender after a right one. Those of others stay counted. */
export async function forgetOwnAttempts(db: Db, email: string, origin: SigninOrigin): Promise<void> {
  await refundAttempt(db, email, origin);
  const own = countersOf(origin).filter((by) => by !== STRANGERS);
  await db
    .delete(signinFailures)
    .where(and(eq(signinFailures.emailHash, fingerprint(email)), inArray(signinFailures.by, own)));
}

/** Forgets all attempts of an address, after a new password or with its account. */
export async function forgetAttempts(db: Db, email: string): Promise<void> {
  await db.delete(signinFailures).where(eq(signinFailures.emailHash, fingerprint(email)));
}
