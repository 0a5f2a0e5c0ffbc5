import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Database, Db } from '../open.ts';
import * as schema from '../schema.ts';

/**
 * A backup is gzipped JSON lines: a header, one line per row, and a last line with the number of rows, which reveals a
 * truncated file. PostgreSQL writes the rows as JSON, so they fit the embedded database and a PostgreSQL server.
 */
export const BACKUP_VERSION = 1;

export const headerSchema = z.object({
  format: z.literal('ringside-backup'),
  version: z.literal(BACKUP_VERSION),
  /** The newest migration that the database had. */
  migration: z.number(),
  createdAt: z.string(),
});

export const rowLineSchema = z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) });
export const endSchema = z.object({ end: z.literal(true), rows: z.int() });

/**
 * The tables in the order of their references. Verification codes and one-time links are left out: a restored one would
 * be valid again.
 */
const tables: readonly PgTable[] = [
  schema.users,
  schema.roles,
  schema.menus,
  schema.userRoles,
  schema.roleMenus,
  schema.sessions,
  schema.knownDevices,
  schema.signinFailures,
  schema.dicts,
  schema.dictData,
  schema.notices,
  schema.noticeReads,
  schema.logs,
  schema.versions,
  schema.synced,
  schema.showFigures,
];

export const backupTables: readonly string[] = tables.map((table) => getTableName(table));
export const leftOutTables: readonly string[] = [schema.codes, schema.codeTries, schema.onceTokens].map(
  (table) => getTableName(table),
);

/** A backup that cannot be read or written. The message is for the operator of the server. */
export class BackupError extends Error {}

/** The number of rows per fetch. Synced items can be large. */
const rowsAtOnce = (table: string) => (table === 'synced' ? 10 : 500);

/** Writes all rows of one snapshot to a new file. Returns the number of rows. The file appears when it is complete. */
export async function backUp(database: Database, file: string): Promise<number> {
  if (existsSync(file)) throw new BackupError(`${file} already exists. Choose another name.`);
  const partial = `${file}.part`;
  let rows = 0;
  try {
    await database.db.transaction(
      async (tx) => {
        const lines = linesOf(tx, database.migration, () => {
          rows += 1;
          return rows;
        });
        await pipeline(lines, createGzip(), createWriteStream(partial, { mode: 0o600 }));
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES')) {
      throw new BackupError(
        `${file} cannot be written. Choose a folder that exists and that you may write to.`,
      );
    }
    throw error;
  }
  return rows;
}

async function* linesOf(tx: Db, migration: number, counted: () => number): AsyncGenerator<string> {
  const createdAt = new Date().toISOString();
  yield `${JSON.stringify({ format: 'ringside-backup', version: BACKUP_VERSION, migration, createdAt })}\n`;
  let rows = 0;
  for (const table of backupTables) {
    const name = sql.identifier(table);
    await tx.execute(
      sql`declare backup_rows no scroll cursor for select row_to_json(t)::text as row from ${name} t`,
    );
    for (;;) {
      const fetched = await tx.execute(sql.raw(`fetch ${rowsAtOnce(table)} from backup_rows`));
      const batch = z.array(z.object({ row: z.string() })).parse(fetched.rows);
      if (batch.length === 0) break;
      for (const { row } of batch) {
        rows = counted();
        yield `{"table":"${table}","row":${row}}\n`;
      }
    }
    await tx.execute(sql`close backup_rows`);
  }
  yield `${JSON.stringify({ end: true, rows })}\n`;
}
