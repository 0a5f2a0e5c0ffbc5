import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { root } from '../root.ts';
import { startEmbedded } from './embedded/start.ts';
import { ensureTemplate, templateName, templatesFolder } from './embedded/template.ts';
import * as schema from './schema.ts';

type Schema = typeof schema;
/** The database or a transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT, Schema>;

export interface Database {
  db: NodePgDatabase<Schema>;
  kind: 'embedded' | 'postgresql';
  /** The newest migration in the database. */
  migration: number;
  /** Runs `work` under a lock that all servers with this database share. */
  withLock<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Null for the embedded database. */
  url: string | null;
  /** The folder of the embedded database. */
  folder: string;
  /** The folder of templates of embedded databases; null disables templates. */
  templates?: string | null;
  /** The embedded database hangs if a statement takes longer than this (ms). */
  answerWithinMs?: number;
  /** Aborts the opening, and kills the process of an embedded database. */
  signal?: AbortSignal;
  /** Called if the embedded database ends unexpectedly, or an idle connection breaks. */
  onFault?: (error: Error) => void;
}

const migrationsFolder = join(root, 'server/database/migrations');
const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 10_000;
/** PostgreSQL cancels a statement after this time (ms), so that it does not block others. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** The client gives a statement up after this time (ms), for a server that is frozen or unreachable. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2000;
/** An embedded database that does not answer a statement in this time (ms) is killed and opened again. */
const EMBEDDED_TIMEOUT_MS = 60_000;

/** Opens the database and runs missing migrations. Rejects if the database cannot be reached or opened. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, folder, onFault, answerWithinMs = EMBEDDED_TIMEOUT_MS, signal } = options;
  const template = await templateFor(options);
  signal?.throwIfAborted();
  const embedded =
    url === null ? await startEmbedded(folder, (error) => onFault?.(error), { signal, template }) : null;
  const pool = new pg.Pool(
    embedded === null
      ? {
          connectionString: url ?? '',
          max: POOL_SIZE,
          connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
          statement_timeout: STATEMENT_TIMEOUT_MS,
          query_timeout: QUERY_TIMEOUT_MS,
          keepAlive: true,
        }
      : {
          host: embedded.host,
          port: 5432,
          user: 'postgres',
          database: 'postgres',
          ssl: false,
          // PGlite has one session: messages of a second connection would mix with those of a long statement.
          max: 1,
          idleTimeoutMillis: 0,
          connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
          query_timeout: answerWithinMs,
        },
  );
  if (embedded !== null) {
    pool.on('release', (error) => {
      if (!isTimeout(error)) return;
      onFault?.(new Error('the embedded database does not answer'));
      embedded.kill();
    });
  }
  pool.on('error', (error) => onFault?.(error));
  // The pool handles no errors of a connection in use. Without a listener, such an error would end the process; the
  // statements fail by themselves.
  pool.on('connect', (client) => client.on('error', () => undefined));
  /** Waits for `work` no longer than the embedded database lives: `pg` may wait for an answer for a minute. */
  const whileAlive = <T>(work: Promise<T>): Promise<T> => {
    if (embedded === null) return work;
    const ended = embedded.ended.then(() => Promise.reject(new Error('the embedded database has ended')));
    return Promise.race([work, ended]);
  };
  const close = async () => {
    await whileAlive(pool.end()).catch(() => undefined);
    await embedded?.close();
  };
  try {
    const db = drizzle({ client: pool, schema });
    // The embedded database has one server only, because its folder is locked.
    if (embedded !== null) await whileAlive(migrate(db, { migrationsFolder }));
    else await withAdvisoryLock(pool, (client) => migrate(drizzle({ client }), { migrationsFolder }), signal);
    const { rows } = await whileAlive(
      pool.query<{ created_at: string }>(
        'select max(created_at)::text as created_at from drizzle.__drizzle_migrations',
      ),
    );
    return {
      db,
      kind: embedded === null ? 'postgresql' : 'embedded',
      migration: Number(rows[0]?.created_at),
      withLock: (work) => (embedded === null ? withAdvisoryLock(pool, work, signal) : whileAlive(work())),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether `pg` gave a statement up after query_timeout. */
const isTimeout = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

/** Returns the template for a new embedded database; null if none is needed or can be made. */
async function templateFor({ url, folder, signal, ...options }: DatabaseOptions): Promise<string | null> {
  const { templates = templatesFolder } = options;
  if (url !== null || templates === null || existsSync(folder)) return null;
  const name = templateName(readMigrationFiles({ migrationsFolder }));
  return ensureTemplate(templates, name, async (path) => {
    const made = await openDatabase({ url, folder: path, templates: null, signal });
    await made.close();
  });
}

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
export async function withAdvisoryLock<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await lock(client, signal);
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

async function lock(client: pg.PoolClient, signal: AbortSignal | undefined): Promise<void> {
  const until = Date.now() + WAIT_MS;
  while (Date.now() < until) {
    signal?.throwIfAborted();
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LOCK_KEY,
    ]);
    if (rows[0]?.taken === true) return;
    await delay(ASK_EVERY_MS);
  }
  throw new Error('another server has been preparing the database for five minutes');
}
