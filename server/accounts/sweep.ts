import { and, eq, inArray, lt, or } from 'drizzle-orm';
import type { Db } from '../database/open.ts';
import {
  codes,
  knownDevices,
  logs,
  sessions,
  showFigures,
  signinFailures,
  synced,
} from '../database/schema.ts';
import { forgetOldOnceTokens } from './codes.ts';
import { DEVICE_DAYS } from './devices.ts';
import { FORGET_AFTER_SECONDS } from './lockout.ts';

const DAY_MS = 86_400_000;
/** Revoked and expired sessions are kept for this time, so that their tokens get the answer "signed out". */
const SESSION_DAYS = 90;
/** Tombstones of deleted synced items are kept for this time, for devices that were offline. */
const TOMBSTONE_DAYS = 400;

interface Retention {
  showDays: number;
  logDays: number;
}

/** Deletes rows whose retention time is over. */
export async function sweep(db: Db, { showDays, logDays }: Retention, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await db.delete(codes).where(lt(codes.createdAt, before(1)));
  const forgotten = new Date(now.getTime() - FORGET_AFTER_SECONDS * 1000);
  await db.delete(signinFailures).where(lt(signinFailures.lastAt, forgotten));
  await forgetOldOnceTokens(db, now);
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, before(DEVICE_DAYS)));
  const gone = before(SESSION_DAYS);
  await db.delete(sessions).where(or(lt(sessions.expiresAt, gone), lt(sessions.revokedAt, gone)));
  await db.delete(logs).where(lt(logs.at, before(logDays)));
  await deleteOldShows(db, before(showDays));
  await db.delete(synced).where(and(eq(synced.deleted, true), lt(synced.updatedAt, before(TOMBSTONE_DAYS))));
}

/** Deletes synced shows with their viewers and figures. Other devices keep their copies. */
async function deleteOldShows(db: Db, endedBefore: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const old = await tx
      .delete(showFigures)
      .where(lt(showFigures.endedAt, endedBefore))
      .returning({ userId: showFigures.userId, id: showFigures.id });
    const byUser = Map.groupBy(old, (row) => row.userId);
    for (const [userId, rows] of byUser) {
      await tx.delete(synced).where(
        and(
          eq(synced.userId, userId),
          eq(synced.kind, 'show'),
          inArray(
            synced.id,
            rows.map((row) => row.id),
          ),
        ),
      );
    }
  });
}
