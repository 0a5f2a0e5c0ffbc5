import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#server/database/open.ts';
import { api } from '#shared/contract/api/index.ts';
import { ApiClient } from './support/client.ts';
import { type PostgresServer, startPostgres } from './support/postgres.ts';
import { ADMIN, startProcess } from './support/process.ts';

const migrations = readdirSync(join(import.meta.dirname, '../../../server/database/migrations')).filter(
  (name) => name.endsWith('.sql'),
);

/** The number of runs of each migration, and the number of rows of the first start under each name. */
async function contentOf({ db }: Database): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
      (select count(distinct hash)::int from drizzle.__drizzle_migrations) as kinds,
      (select count(*)::int from roles where name = 'administrator') as roles,
      (select count(*)::int from users) as users`);
  return rows;
}

describe('servers that start together on one new PostgreSQL database', () => {
  let postgres: PostgresServer;
  const folder = mkdtempSync(join(tmpdir(), 'ringside-together-'));
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  it('run each migration once', async () => {
    const url = await postgres.createDatabase('together');
    const opening = Array.from({ length: 4 }, () => openDatabase({ url, folder: '' }));
    const opened = await Promise.all(opening);
    const [first] = opened;
    expect(first && (await contentOf(first))).toEqual([
      { migrations: migrations.length, kinds: migrations.length, roles: 0, users: 0 },
    ]);
    for (const database of opened) await database.close();
  });

  it('create roles and the administrator once, and both accept sign-ins', async () => {
    const url = await postgres.createDatabase('filled');
    const servers = await Promise.all(
      ['one', 'two'].map((name) => startProcess(join(folder, name), { DATABASE_URL: url })),
    );
    for (const server of servers) {
      expect((await new ApiClient(server.url).call(api.account.signin, { body: ADMIN })).code).toBe(200);
    }
    const database = await openDatabase({ url, folder: '' });
    expect(await contentOf(database)).toEqual([
      { migrations: migrations.length, kinds: migrations.length, roles: 1, users: 1 },
    ]);
    await database.close();
    for (const server of servers) await server.kill('SIGTERM');
  });

  it('do not wait for a server that was killed while it prepared the database', async () => {
    const url = await postgres.createDatabase('killed');
    const killed = await openDatabase({ url, folder: '' });
    const locks = async () => {
      const { rows } = await killed.db.execute(sql`select pid from pg_locks where locktype = 'advisory'`);
      return rows.length;
    };
    const ended = killed.withLock(async () => {
      expect(await locks()).toBe(1);
      // Ends the connection that holds the lock, as the exit of the process would.
      await killed.db.execute(
        sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`,
      );
      await expect.poll(locks).toBe(0);
    });
    await expect(ended).rejects.toThrow();
    const next = await openDatabase({ url, folder: '' });
    await next.close();
    await killed.close();
  });
});
