import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { root } from '../root.ts';
import { startEmbedded } from './embedded/start.ts';
import { readyTemplate, templateName, templatesFolder } from './embedded/template.ts';
import * as schema from './schema/index.ts';
import { takeTurn } from './turns.ts';

export type Schema = typeof schema;
/** The database or a transaction of it: what can be asked. */
export type Db = PgDatabase<NodePgQueryResultHKT, Schema>;

export interface Database {
  db: NodePgDatabase<Schema>;
  kind: 'embedded' | 'postgresql';
  /** The newest migration that this program knows, and the database has after opening. */
  migration: number;
  /** Runs `work` while no other server runs work of this kind on the same database. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Null for the embedded database. */
  url: string | null;
  /** The folder of the embedded database. */
  folder: string;
  /** The folder of the templates of embedded databases; null makes and uses none. */
  templates?: string | null;
  /** The time after which an unanswered statement of the embedded database counts as a hang. */
  answerWithinMs?: number;
  /** Aborts the opening, and kills the process of an embedded database. */
  giveUp?: AbortSignal;
  /** Called when the embedded database ends by itself, or an idle connection breaks. */
  onFault?: (error: Error) => void;
}

const migrationsFolder = join(root, 'server/database/migrations');
const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 10_000;
/** PostgreSQL cancels a statement after this time, so that it does not hold up others. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** The client gives up a statement after this time, if the server is frozen or unreachable and did not cancel it. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2000;
/** An embedded database that does not answer a statement in this time hangs; it is killed and opened again. */
const EMBEDDED_TIMEOUT_MS = 60_000;

/** Opens the database and runs missing migrations. Rejects if the database cannot be reached or opened. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, folder, onFault, answerWithinMs = EMBEDDED_TIMEOUT_MS, giveUp } = options;
  const template = await templateFor(options);
  giveUp?.throwIfAborted();
  const embedded =
    url === null ? await startEmbedded(folder, (error) => onFault?.(error), { giveUp, template }) : null;
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
          // PGlite has one session: a second connection would come between the messages of a long statement.
          max: 1,
          idleTimeoutMillis: 0,
          connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
          query_timeout: answerWithinMs,
        },
  );
  if (embedded !== null) {
    pool.on('release', (error) => {
      if (!isUnanswered(error)) return;
      onFault?.(new Error('the embedded database does not answer'));
      embedded.kill();
    });
  }
  pool.on('error', (error) => onFault?.(error));
  // The pool does not listen to a connection that is in use: without a listener, a broken one would end the process. Its
  // statements fail by themselves.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const close = async () => {
    await pool.end();
    await embedded?.close();
  };
  try {
    const db = drizzle({ client: pool, schema });
    // The lock of its folder keeps the embedded database to one server.
    if (embedded !== null) await migrate(db, { migrationsFolder });
    else await takeTurn(pool, (client) => migrate(drizzle({ client }), { migrationsFolder }), giveUp);
    const { rows } = await pool.query<{ created_at: string }>(
      'select max(created_at)::text as created_at from drizzle.__drizzle_migrations',
    );
    return {
      db,
      kind: embedded === null ? 'postgresql' : 'embedded',
      migration: Number(rows[0]?.created_at),
      inTurn: (work) => (embedded === null ? takeTurn(pool, work, giveUp) : work()),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether `pg` gave a statement up after its query_timeout. */
const isUnanswered = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

/** Returns the template with all migrations for a new embedded database; null if there is none. */
async function templateFor({ url, folder, giveUp, ...options }: DatabaseOptions): Promise<string | null> {
  const { templates = templatesFolder } = options;
  if (url !== null || templates === null || existsSync(folder)) return null;
  const name = templateName(readMigrationFiles({ migrationsFolder }));
  return readyTemplate(templates, name, async (place) => {
    const made = await openDatabase({ url, folder: place, templates: null, ...(giveUp && { giveUp }) });
    await made.close();
  });
}
