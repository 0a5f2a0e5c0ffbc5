import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#server/database/open.ts';

const migrations = join(import.meta.dirname, '../../../server/database/migrations');
const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

describe('a database of an earlier version', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-migrations-'));
  let opened: Database | null = null;
  afterEach(async () => {
    await opened?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Makes an embedded database as the version whose newest migration is `last` had it. */
  async function databaseOf(last: string, fill: string): Promise<string> {
    const known = join(folder, 'migrations');
    cpSync(migrations, known, { recursive: true });
    const file = join(known, 'meta', '_journal.json');
    const journal = journalSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    const end = journal.entries.findIndex(({ tag }) => tag === last) + 1;
    writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
    const place = join(folder, 'database');
    const old = new PGlite(place);
    await migrate(drizzle(old), { migrationsFolder: known });
    await old.exec(fill);
    await old.close();
    return place;
  }

  it('keeps its accounts, and the wrong passwords that it has counted', async () => {
    const place = await databaseOf(
      '0000_first',
      `insert into users (email, username, password_hash) values ('host@ringside.example', 'Host', 'x');
       insert into signin_failures (email_hash, failures, last_at, blocked_until) values ('abc', 7, now(), now());`,
    );
    opened = await openDatabase({ url: null, folder: place });
    const { rows } = await opened.db.execute(
      sql`select (select count(*)::int from users) as users, email_hash, by, failures from signin_failures`,
    );
    expect(rows).toEqual([{ users: 1, email_hash: 'abc', by: '', failures: 7 }]);
    await opened.db.execute(
      sql`insert into signin_failures (email_hash, by, failures, last_at, blocked_until)
        values ('abc', 'sender', 1, now(), now())`,
    );
  });
});
