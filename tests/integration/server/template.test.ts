import { existsSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { templateName } from '#server/database/embedded/template.ts';
import { type Database, openDatabase } from '#server/database/open.ts';

/** The schema of a database: columns, indexes, constraints, sequences and migrations. */
async function shapeOf({ db }: Database): Promise<Record<string, unknown[]>> {
  const ask = async (text: string) => (await db.execute(sql.raw(text))).rows;
  const own = "('public', 'drizzle')";
  return {
    columns: await ask(
      `select table_schema, table_name, column_name, ordinal_position, data_type, is_nullable, column_default,
      is_identity from information_schema.columns where table_schema in ${own} order by 1, 2, 4`,
    ),
    indexes: await ask(
      `select schemaname, indexname, indexdef from pg_indexes where schemaname in ${own} order by 1, 2`,
    ),
    rules: await ask(
      `select conname, pg_get_constraintdef(oid) as rule from pg_constraint
      where connamespace in (select oid from pg_namespace where nspname in ${own}) order by 1, 2`,
    ),
    counters: await ask(`select schemaname, sequencename, last_value from pg_sequences order by 1, 2`),
    migrations: await ask('select * from drizzle.__drizzle_migrations order by id'),
    databases: await ask('select datname from pg_database'),
  };
}

/** The number of rows of each table. */
async function rowsOf({ db }: Database): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const counts = rows.map(async ({ name }) => [name, await db.$count(sql`${sql.identifier(name)}`)]);
  return Object.fromEntries(await Promise.all(counts));
}

const noTime = { timeout: 120_000 };
let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'ringside-template-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
const open = (name: string, templates: string | null, signal?: AbortSignal) =>
  openDatabase({ url: null, folder: join(root, name), templates, ...(signal && { signal }) });

describe('a new embedded database', () => {
  it(
    'copied from the template is empty and has the same schema as one without a template',
    noTime,
    async () => {
      const templates = join(root, 'templates');
      // Two at once, as when servers start together on a new checkout.
      const copies = await Promise.all([open('copy', templates), open('copy2', templates)]);
      expect(readdirSync(templates)).toEqual([expect.stringMatching(/^pglite-[\d.]+-[0-9a-f]{12}$/)]);
      const setUp = await open('setUp', null);
      const [copied, copiedToo, wanted] = await Promise.all([...copies, setUp].map(shapeOf));
      expect(copied).toEqual(wanted);
      expect(copiedToo).toEqual(wanted);
      expect(wanted?.columns?.length).toBeGreaterThan(50);
      expect(wanted?.migrations?.length).toBeGreaterThan(0);
      const rows = await rowsOf(copies[0]);
      expect(Object.keys(rows)).toEqual(
        expect.arrayContaining(['users', 'sessions', 'once_tokens', 'roles']),
      );
      expect(Object.values(rows).filter((count) => count > 0)).toEqual([]);
      await Promise.all([...copies, setUp].map((database) => database.close()));
    },
  );

  it(
    'leaves no incomplete folder if its creation is aborted, and the next start creates it',
    noTime,
    async () => {
      const templates = mkdtempSync(join(root, 'given-up-'));
      const abort = new AbortController();
      const watching = watch(templates, { recursive: true }, () => abort.abort());
      await expect(open('givenUp', templates, abort.signal)).rejects.toThrow();
      watching.close();
      expect([readdirSync(templates), existsSync(join(root, 'givenUp'))]).toEqual([[], false]);
      const again = await open('givenUp', templates);
      expect(Object.values(await rowsOf(again))).not.toHaveLength(0);
      await again.close();
    },
  );

  it('is created without a template if none can be stored', noTime, async () => {
    const templates = join(root, 'file');
    writeFileSync(templates, 'a file');
    const database = await open('without', templates);
    expect(Object.values(await rowsOf(database))).not.toHaveLength(0);
    await database.close();
  });
});

describe('a template', () => {
  it('has a name that changes with the migrations', () => {
    const migrations = [
      { hash: 'a', folderMillis: 1 },
      { hash: 'b', folderMillis: 2 },
    ];
    const others = [
      [{ hash: 'a', folderMillis: 1 }],
      [...migrations, { hash: 'c', folderMillis: 3 }],
      [migrations[0], { hash: 'changed', folderMillis: 2 }],
      [migrations[0], { hash: 'b', folderMillis: 3 }],
    ].map((each) => each.filter((migration) => migration !== undefined));
    expect(templateName([...migrations])).toBe(templateName(migrations));
    for (const other of others) expect(templateName(other)).not.toBe(templateName(migrations));
  });
});
