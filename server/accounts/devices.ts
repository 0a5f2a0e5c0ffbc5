import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '../database/open.ts';
import { knownDevices } from '../database/schema.ts';
import { fingerprint, newToken } from './secrets.ts';

/** Maximum number of devices that an account knows. The least recently used ones are forgotten. */
const MAX_DEVICES = 20;
/** A device that has not signed in for this time is forgotten. */
export const DEVICE_DAYS = 400;

/**
 * Whether an account knows a device. A known device has signed in before and keeps a random token. The token does not
 * sign anybody in. It exempts the device from the lock-out that strangers cause.
 */
export async function isKnownDevice(db: Db, userId: number, token: string): Promise<boolean> {
  const same = and(eq(knownDevices.userId, userId), eq(knownDevices.tokenHash, fingerprint(token)));
  return (await db.$count(knownDevices, same)) > 0;
}

/**
 * Records the sign-in of a device and returns the token that it keeps from now on. Replaces a token that this account
 * does not know, also for other accounts: somebody else may have planted it.
 */
export async function rememberDevice(
  db: Db,
  userId: number,
  presented: string | null,
  now: Date,
): Promise<string> {
  if (presented !== null) {
    const known = await db
      .update(knownDevices)
      .set({ lastUsedAt: now })
      .where(and(eq(knownDevices.userId, userId), eq(knownDevices.tokenHash, fingerprint(presented))))
      .returning({ userId: knownDevices.userId });
    if (known.length > 0) return presented;
  }
  const token = newToken();
  const tokenHash = fingerprint(token);
  if (presented !== null) {
    await db
      .update(knownDevices)
      .set({ tokenHash })
      .where(eq(knownDevices.tokenHash, fingerprint(presented)));
  }
  await db.insert(knownDevices).values({ userId, tokenHash, lastUsedAt: now });
  const surplus = db
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastUsedAt))
    .offset(MAX_DEVICES);
  await db
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), inArray(knownDevices.tokenHash, surplus)));
  return token;
}

/** Forgets the devices of an account, except the one with the token `except`. */
export async function forgetDevices(tx: Db, userId: number, except: string | null): Promise<void> {
  const own = eq(knownDevices.userId, userId);
  await tx
    .delete(knownDevices)
    .where(except === null ? own : and(own, ne(knownDevices.tokenHash, fingerprint(except))));
}
