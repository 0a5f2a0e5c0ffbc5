import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import * as schema from '../schema/index.ts';

/**
 * A backup is a gzip of lines of JSON: a header, one line a row, and a last line with the number of rows, by
 * which a file that was cut off is known. The rows are as PostgreSQL itself writes them as JSON, so they fit
 * the embedded database and a real one alike.
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
 * The tables in the order in which rows can refer to earlier ones. Verification codes and one-time links are
 * left out: a restored one would let in who should not get in any more.
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

/** A backup that cannot be used, or a place where it cannot go; the message is for whoever runs the server. */
export class BackupError extends Error {}
