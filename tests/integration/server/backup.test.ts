import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { getTableName, is, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareFirstStart } from '#server/accounts/firstStart.ts';
import { BackupError, backUp, backupTables, leftOutTables } from '#server/database/backup/backup.ts';
import { restore } from '#server/database/backup/restore.ts';
import { type Database, openDatabase } from '#server/database/open.ts';
import * as schema from '#server/database/schema.ts';
import { api } from '#shared/contract/api/index.ts';
import { startServer } from './support/harness.ts';
import { copyMigrations } from './support/olderMigrations.ts';
import { type PostgresServer, startPostgres } from './support/postgres.ts';
import { ADMIN } from './support/process.ts';

const { account, preset, notice, dict, dictData, show } = api;

describe('a backup of accounts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-backup-'));
  const file = join(folder, 'accounts.jsonl.gz');
  const open: Database[] = [];
  let postgres: PostgresServer;

  const openEmbedded = async (name: string) => {
    const database = await openDatabase({ url: null, folder: join(folder, name) });
    open.push(database);
    return database;
  };
  const openPostgres = async (name: string) => {
    const database = await openDatabase({ url: await postgres.createDatabase(name), folder: '' });
    open.push(database);
    return database;
  };
  /** Every row of every table in a backup, as text. */
  const contentOf = async ({ db }: Database) => {
    const content: Record<string, unknown[]> = {};
    for (const table of backupTables) {
      const { rows } = await db.execute(
        sql`select row_to_json(t)::text as row from ${sql.identifier(table)} t order by t::text collate "C"`,
      );
      // Restoring signs everybody out, which changes this column only.
      content[table] = rows.map((row) => String(row.row).replace(/"revoked_at":("[^"]*"|null)/, ''));
    }
    return content;
  };

  beforeAll(async () => {
    postgres = await startPostgres();
    mkdirSync(join(folder, 'first'));
    const server = await startServer({ dataDir: join(folder, 'first') });
    const { client, admin } = server;
    const host = await server.join();
    const item = { version: 1, id: 'p', name: '金曜日 "quoted" \\ \u{1F381}', anchors: [] };
    await client.call(preset.save, {
      token: host.token,
      params: { id: 'p' },
      body: { baseRevision: 0, item },
    });
    const end = server.clock.now().getTime();
    const kept = {
      id: 's',
      name: 'Show',
      room: { username: 'r' },
      startedAt: end - 1,
      endedAt: end,
      income: 10 ** 12,
      gifts: 1,
      givers: 1,
    };
    await client.call(show.save, {
      token: host.token,
      params: { id: 's' },
      body: { baseRevision: 0, item: kept },
    });
    const made = (
      await client.call(notice.add, { token: admin, body: { title: 't', content: 'a\nb\u2028c' } })
    ).data;
    await client.call(notice.updateStatus, { token: admin, params: { id: made.id } });
    await client.call(notice.read, { token: host.token, params: { id: made.id } });
    const list = (await client.call(dict.add, { token: admin, body: { name: 'd', title: 'd' } })).data;
    await client.call(dictData.add, {
      token: admin,
      body: { dictId: list.id, value: 'v', labels: { ja: '値' } },
    });
    await client.call(account.signin, { body: { email: host.email, password: 'wrong' } });
    const version = { platform: 'mac', version: '1.0.0' };
    await client.call(api.version.add, { token: admin, body: version });
    await server.close();
  });
  afterAll(async () => {
    for (const database of open) await database.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('includes or explicitly leaves out every table', () => {
    const all = Object.values(schema)
      .filter((entry) => is(entry, PgTable))
      .map((table) => getTableName(table));
    expect([...backupTables, ...leftOutTables].sort()).toEqual(all.sort());
  });

  it('can be restored from the embedded database to PostgreSQL and back without loss', async () => {
    const source = await openDatabase({ url: null, folder: join(folder, 'first', 'database') });
    open.push(source);
    const rows = await backUp(source, file);
    const before = await contentOf(source);
    for (const table of backupTables) expect([table, before[table]?.length]).not.toEqual([table, 0]);
    expect(statSync(file).mode & 0o077).toBe(0);

    const real = await openPostgres('restored');
    expect(await restore(real, file, { replace: false })).toBe(rows);
    expect(await contentOf(real)).toEqual(before);

    const again = join(folder, 'again.jsonl.gz');
    await backUp(real, again);
    const embedded = await openEmbedded('second');
    expect(await restore(embedded, again, { replace: false })).toBe(rows);
    expect(await contentOf(embedded)).toEqual(before);
  });

  it('restores a database in which new rows get new ids and everybody must sign in again', async () => {
    const url = await postgres.createDatabase('continued');
    const target = await openDatabase({ url, folder: '' });
    await restore(target, file, { replace: false });
    await target.close();
    const server = await startServer({ databaseUrl: url });
    const someone = await server.join('after@ringside.example');
    expect((await server.client.call(account.info, { token: someone.token })).code).toBe(200);
    const { rows } = await (await server.api.services.database()).execute(
      sql`select count(*)::int as n from sessions where revoked_at is null`,
    );
    // The administrator of the test and the new account.
    expect(rows).toEqual([{ n: 2 }]);
    await server.close();
  });

  it('from a version without the status screen grants that screen to roles that may see logs', async () => {
    const migrations = join(folder, 'migrations');
    const migration = copyMigrations(migrations, '0002_session_end');
    const pool = new pg.Pool({ connectionString: await postgres.createDatabase('older') });
    const db = drizzle({ client: pool, schema });
    await migrate(db, { migrationsFolder: migrations });
    const { email, password } = ADMIN;
    await prepareFirstStart(db, { adminEmail: email, adminPassword: password, now: new Date() });
    // Remove only the status screen.
    await db.execute(sql`delete from menus where name like 'status%'`);
    for (const role of ['operator', 'host']) {
      await db.execute(sql`
        with made as (
          insert into users (email, username, password_hash, password_set)
          select ${`${role}@ringside.example`}, ${role}, password_hash, true from users where email = ${email}
          returning id)
        insert into user_roles (user_id, role_id) select made.id, roles.id from made, roles where name = ${role}`);
    }
    const older = join(folder, 'older.jsonl.gz');
    await backUp(
      { db, migration, kind: 'postgresql', withLock: (work) => work(), close: () => pool.end() },
      older,
    );
    await pool.end();

    const dataDir = join(folder, 'upgraded');
    const newer = await openDatabase({ url: null, folder: join(dataDir, 'database') });
    await restore(newer, older, { replace: false });
    await newer.close();
    const server = await startServer({ dataDir });
    const seenBy = async (who: string) => {
      const token = (await server.client.call(account.signin, { body: { email: who, password } })).data;
      const { routes, permissions } = (await server.client.call(account.info, { token })).data;
      const overview = await server.client.call(api.status.overview, { token });
      return [routes.includes('status'), permissions.includes('status:list'), overview.code];
    };
    expect(await seenBy(email)).toEqual([true, true, 200]);
    expect(await seenBy('operator@ringside.example')).toEqual([true, true, 200]);
    expect(await seenBy('host@ringside.example')).toEqual([false, false, 403]);
    await server.close();
  });

  it('overwrites accounts only with --replace, and changes nothing if it is damaged', async () => {
    const database = await openPostgres('careful');
    await restore(database, file, { replace: false });
    const before = await contentOf(database);
    await expect(restore(database, file, { replace: false })).rejects.toThrow(/--replace/);
    const whole = gunzipSync(readFileSync(file)).toString('utf8');
    const damaged = {
      cut: () => {
        writeFileSync(join(folder, 'cut'), readFileSync(file));
        truncateSync(join(folder, 'cut'), Math.floor(statSync(file).size / 2));
      },
      short: () => writeFileSync(join(folder, 'short'), gzipSync(whole.split('\n').slice(0, -2).join('\n'))),
      missing: () => {
        const lines = whole.split('\n');
        lines.splice(3, 1);
        writeFileSync(join(folder, 'missing'), gzipSync(lines.join('\n')));
      },
      foreign: () => writeFileSync(join(folder, 'foreign'), gzipSync('{"hello":1}\n')),
      plain: () => writeFileSync(join(folder, 'plain'), whole),
      newer: () =>
        writeFileSync(join(folder, 'newer'), gzipSync(whole.replace(/"migration":\d+/, '"migration":9e15'))),
      table: () => {
        const evil = whole.replace('{"table":"users"', '{"table":"pg_authid"');
        writeFileSync(join(folder, 'table'), gzipSync(evil));
      },
    };
    for (const [name, make] of Object.entries(damaged)) {
      make();
      await expect(restore(database, join(folder, name), { replace: true }), name).rejects.toThrow(
        BackupError,
      );
      expect(await contentOf(database)).toEqual(before);
    }
    await expect(restore(database, join(folder, 'nowhere'), { replace: true })).rejects.toThrow(
      /There is no file/,
    );
    await restore(database, file, { replace: true });
    expect(await contentOf(database)).toEqual(before);
    await expect(backUp(database, file)).rejects.toThrow(/already exists/);
    await expect(backUp(database, join(folder, 'no', 'where'))).rejects.toThrow(/cannot be written/);
  });
});
