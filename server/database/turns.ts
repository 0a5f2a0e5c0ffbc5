import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** The key of the advisory lock: the bytes of the word "ringside" as a number. */
const LOCK_KEY = '8243122654883963237';
/** The interval (ms) at which a waiting server asks for the lock. */
const ASK_EVERY_MS = 100;
/** The longest wait (ms) for the lock. Migrations take less; a frozen server may hold the lock for ever. */
const WAIT_MS = 300_000;

/**
 * Runs `work` under an advisory lock of a PostgreSQL database. Servers that start together then migrate and fill the
 * database one after another. PostgreSQL releases the lock when the connection ends, so a killed server blocks nobody.
 *
 * The server polls for the lock, because a blocking statement would end at its timeout. Rejects after five minutes.
 */
export async function takeTurn<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  giveUp?: AbortSignal,
): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await lock(client, giveUp);
    const result = await work(client);
    await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]);
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // After a failure, close the connection: it may still hold the lock.
    client.release(failure);
  }
}

async function lock(client: pg.PoolClient, giveUp: AbortSignal | undefined): Promise<void> {
  const until = Date.now() + WAIT_MS;
  while (Date.now() < until) {
    giveUp?.throwIfAborted();
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LOCK_KEY,
    ]);
    if (rows[0]?.taken === true) return;
    await delay(ASK_EVERY_MS);
  }
  throw new Error('another server has been preparing the database for five minutes');
}
