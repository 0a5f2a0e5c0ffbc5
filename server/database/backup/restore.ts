import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { parseJson } from '#shared/json.ts';
import type { Database, Db } from '../open.ts';
import { users } from '../schema.ts';
import {
  BackupError,
  backupTables,
  endSchema,
  headerSchema,
  leftOutTables,
  rowLineSchema,
} from './backup.ts';

const DAMAGED = 'This backup is damaged or incomplete. Nothing was changed.';
const MAX_BATCH_ROWS = 500;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;
/** The rows of this table refer to each other, so they need one statement. */
const WHOLE_TABLE = 'menus';

interface Batch {
  table: string;
  rows: Record<string, unknown>[];
  bytes: number;
}

/**
 * Restores a backup in one transaction and returns the number of rows. Signs every device out: a token that was revoked
 * after the backup must not become valid again.
 *
 * @throws BackupError if the file is not a valid backup, or if there are accounts and `replace` is false.
 */
export async function restore(
  database: Database,
  file: string,
  { replace }: { replace: boolean },
): Promise<number> {
  if (!replace && (await database.db.$count(users)) > 0) {
    throw new BackupError(
      'The database already has accounts. Add --replace to delete everything in it and restore the backup.',
    );
  }
  return database.db.transaction(async (tx) => {
    const names = [...backupTables, ...leftOutTables].map((table) => sql.identifier(table));
    await tx.execute(sql`truncate ${sql.join(names, sql`, `)}`);
    const { rows, migration } = await insertAll(tx, file, database.migration);
    for (const table of backupTables) await restartIds(tx, table);
    await migrateRows(tx, migration);
    await tx.execute(sql`update sessions set revoked_at = now() where revoked_at is null`);
    return rows;
  });
}

async function insertAll(tx: Db, file: string, newest: number): Promise<{ rows: number; migration: number }> {
  let rows = 0;
  let migration = 0;
  let batch: Batch = { table: '', rows: [], bytes: 0 };
  let state: 'header' | 'rows' | 'end' = 'header';
  for await (const line of linesOf(file)) {
    const value = parseJson(line);
    if (state === 'header') {
      migration = checkHeader(value, newest);
      state = 'rows';
      continue;
    }
    const entry = rowLineSchema.safeParse(value);
    if (!entry.success) {
      const end = endSchema.safeParse(value);
      if (!end.success || end.data.rows !== rows || state === 'end') throw new BackupError(DAMAGED);
      state = 'end';
      continue;
    }
    const { table, row } = entry.data;
    if (state === 'end' || !backupTables.includes(table)) throw new BackupError(DAMAGED);
    const isFull = batch.rows.length >= MAX_BATCH_ROWS || batch.bytes >= MAX_BATCH_BYTES;
    if (table !== batch.table || (isFull && table !== WHOLE_TABLE)) {
      await insert(tx, batch);
      batch = { table, rows: [], bytes: 0 };
    }
    batch.rows.push(row);
    batch.bytes += line.length;
    rows += 1;
  }
  if (state !== 'end') throw new BackupError(DAMAGED);
  await insert(tx, batch);
  return { rows, migration };
}

/** Inserts the columns that the backup has; newer columns get their defaults. */
async function insert(tx: Db, { table, rows }: Batch): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const name = sql.identifier(table);
  const columns = sql.join(
    Object.keys(first).map((column) => sql.identifier(column)),
    sql`, `,
  );
  try {
    await tx.execute(
      sql`insert into ${name} (${columns})
        select ${columns} from json_populate_recordset(null::${name}, ${JSON.stringify(rows)}::json)`,
    );
  } catch (error) {
    // The rows do not match the tables, or refer to missing rows.
    if (/^(?:22|23|42)/.test(databaseCode(error))) throw new BackupError(DAMAGED);
    throw error;
  }
}

function databaseCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

async function restartIds(tx: Db, table: string): Promise<void> {
  const { rows } = await tx.execute(
    sql`select 1 from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and column_name = 'id' and is_identity = 'YES'`,
  );
  if (rows.length === 0) return;
  const name = sql.identifier(table);
  await tx.execute(
    sql`select setval(pg_get_serial_sequence(${table}, 'id'), coalesce((select max(id) from ${name}), 0) + 1, false)`,
  );
}

/** Returns the newest migration that the backup's database had. */
function checkHeader(value: unknown, newest: number): number {
  const header = headerSchema.safeParse(value);
  if (!header.success)
    throw new BackupError('This file is not a Ringside backup, or its format is not supported.');
  if (header.data.migration > newest) {
    throw new BackupError('A newer version of Ringside made this backup. Update this one first.');
  }
  return header.data.migration;
}

/** Splits at line feeds only: a text may contain other line separators. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unzipped = createGunzip();
  source.on('error', (error) => unzipped.destroy(error));
  source.pipe(unzipped).setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of unzipped) {
      const parts = `${rest}${String(chunk)}`.split('\n');
      rest = parts.pop() ?? '';
      yield* parts;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new BackupError(`There is no file ${file}.`);
    }
    // Errors of the caller do not arrive here, so the file is damaged.
    throw new BackupError(DAMAGED);
  }
  if (rest !== '') yield rest;
}

/** Migrations that change only rows. Each can run repeatedly. */
const TAGS: readonly string[] = ['0003_status_screen'];

const folder = join(import.meta.dirname, '..', 'migrations');
const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/** Applies migrations of rows to a restored backup. `migration` is the newest one that the backup contains. */
export async function migrateRows(tx: Db, migration: number): Promise<void> {
  const journal = journalSchema.parse(
    JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')),
  );
  for (const { tag, when } of journal.entries) {
    if (when <= migration || !TAGS.includes(tag)) continue;
    const statements = readFileSync(join(folder, `${tag}.sql`), 'utf8').split('--> statement-breakpoint');
    for (const statement of statements) await tx.execute(sql.raw(statement));
  }
}
