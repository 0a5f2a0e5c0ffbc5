import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import * as schema from '../schema/index.ts';

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
