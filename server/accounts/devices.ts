import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '../database/open.ts';
import { knownDevices } from '../database/schema/index.ts';
import { fingerprint, newToken } from './secrets.ts';

/** How many devices an account knows; the ones that were not used for longest are forgotten. */
const MAX_DEVICES = 20;
/** A device that has not signed in for so long is forgotten. */
export const DEVICE_DAYS = 400;

/**
 * A known device has signed in to an account before, and keeps a random token that proves it. The token signs
 * nobody in; it only says that wrong passwords from elsewhere are not the fault of this device.
 */
export async function isKnownDevice(db: Db, userId: number, token: string): Promise<boolean> {
  const same = and(eq(knownDevices.userId, userId), eq(knownDevices.tokenHash, fingerprint(token)));
  return (await db.$count(knownDevices, same)) > 0;
}

/**
 * Notes that a device has signed in, and returns the token that it is to keep. A token that the account does not
 * know is replaced, for the other accounts of the device too: somebody else may have put it there.
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

/** Forgets the devices of an account, except one that may be named by its token. */
export async function forgetDevices(tx: Db, userId: number, except: string | null): Promise<void> {
  const own = eq(knownDevices.userId, userId);
  await tx
    .delete(knownDevices)
    .where(except === null ? own : and(own, ne(knownDevices.tokenHash, fingerprint(except))));
}
