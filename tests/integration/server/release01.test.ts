import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startSimulator } from '#tests/simulator/simulator.ts';
import { tokenOf } from '#tests/support/accounts.ts';
import { type Shown, serverOf01 } from '#tests/support/release01.ts';
import { type RunningRingside, serverEnv, startRingside, temporaryFolder } from '#tests/support/ringside.ts';
import { joinAsScreen, type ScreenClient } from '#tests/support/screenClient.ts';
import { copyMigrations } from './support/olderMigrations.ts';
import { type PostgresServer, startPostgres } from './support/postgres.ts';

const root = join(import.meta.dirname, '../../..');
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function unpack(name: 'host' | 'operator') {
  const unpacked = serverOf01(name);
  cleanups.push(() => rmSync(unpacked.folder, { recursive: true, force: true }));
  return unpacked;
}

async function start(dataDir: string, env: Record<string, string>): Promise<RunningRingside> {
  const ringside = await startRingside({ dataDir, env });
  cleanups.push(() => ringside.kill('SIGTERM'));
  return ringside;
}

/** Compares every show, preset and link with what version 0.1.0 showed. What has been added since may differ. */
async function expectAll(screen: ScreenClient, truth: Shown): Promise<void> {
  const { shows } = await screen.call('show.list', {});
  expect(shows).toMatchObject(truth.shows.map(({ show }) => show));
  for (const { show, report: old, rows, audit } of truth.shows) {
    const { showId } = show;
    // When the report was read, and the newest input: a server that opens a show may add one.
    const { at: _readAt, seq: _newest, ...said } = old;
    const { report } = await screen.call('report.read', { showId, filter: {} });
    // The round of an open show may have ended since.
    if (show.endedAt > 0) expect(report).toMatchObject(said);
    const page = await screen.call('ledger.page', { showId, filter: {}, limit: 500 });
    expect(page.rows).toMatchObject(rows);
    const { entries } = await screen.call('report.audit', { showId, limit: 100 });
    expect(entries).toMatchObject(audit);
  }
  expect((await screen.call('presets.list', {})).presets).toMatchObject(truth.presets);
  const { links } = await screen.call('overlay.list', {});
  expect(links.map(({ name, options }) => ({ name, options }))).toMatchObject(
    truth.links.map(({ name, options }) => ({ name, options })),
  );
  // The address differs, the secret of each link stays: it is in the scenes of streaming software.
  expect(links.map(({ url }) => new URL(url).hash)).toEqual(truth.links.map(({ url }) => new URL(url).hash));
}

describe('data of version 0.1.0 of a host', () => {
  it('has the same shows, corrections, reports, presets and links', async () => {
    const { dataDir, truth } = unpack('host');
    const simulator = await startSimulator({ username: 'nobody', script: 'empty' });
    cleanups.push(() => simulator.close());
    const ringside = await start(dataDir, { LIVE_WEB_URL: simulator.webUrl, LIVE_WS_URL: simulator.wsUrl });
    const screen = await joinAsScreen(ringside.url);
    cleanups.push(() => screen.close());
    await expectAll(screen, truth);
  });

  it('resumes the show that was cut in a round, which counts on', async () => {
    const { dataDir, truth } = unpack('host');
    const cut = truth.shows.find(({ show }) => show.endedAt === 0);
    const simulator = await startSimulator({ username: String(cut?.show.username), script: 'empty' });
    cleanups.push(() => simulator.close());
    const ringside = await start(dataDir, { LIVE_WEB_URL: simulator.webUrl, LIVE_WS_URL: simulator.wsUrl });
    const screen = await joinAsScreen(ringside.url);
    cleanups.push(() => screen.close());
    await simulator.entered(1);
    const { showId } = await screen.call('show.subscribe', {});
    expect(showId).toBe(cut?.show.showId);
    const [anchor] = simulator.anchors;
    if (anchor === undefined) throw new Error('the simulator has no anchors');
    simulator.sendGift({ viewer: 'New viewer', gift: anchor.gift, count: 3 });
    await simulator.allAcked();
    const { rows } = await screen.call('ledger.page', { filter: {}, limit: 500 });
    expect(rows.slice(1)).toMatchObject(cut?.rows ?? []);
    expect(rows[0]).toMatchObject({ viewerName: 'New viewer', count: 3, target: 'anchor:a1' });
    await screen.call('session.act', { action: 'end' });
    const { shows } = await screen.call('show.list', {});
    expect(shows.find((show) => show.showId === showId)?.endedAt).toBeGreaterThan(0);
  });
});

describe('data of version 0.1.0 of a server with accounts', () => {
  let postgres: PostgresServer;
  let databases = 0;
  const newDatabase = () => {
    databases += 1;
    return postgres.createDatabase(`release01_${databases}`);
  };
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  async function expectHost(dataDir: string, truth: Shown, env: Record<string, string> = {}): Promise<void> {
    const ringside = await start(dataDir, { TOOL: 'account', ...env });
    if (truth.accounts === undefined) throw new Error('the archive has no accounts');
    expect(await tokenOf(ringside.url, truth.accounts.admin)).not.toBe('');
    const token = await tokenOf(ringside.url, truth.accounts.mika);
    const screen = await joinAsScreen(ringside.url, { token });
    cleanups.push(() => screen.close());
    await expectAll(screen, truth);
  }

  it('admits the same people to the same shows, on the embedded database', async () => {
    const { dataDir, truth } = unpack('operator');
    await expectHost(dataDir, truth);
  });

  it('admits the same people to the same shows, on PostgreSQL', async () => {
    const { dataDir, truth } = unpack('operator');
    const address = await newDatabase();
    await copyTables(join(dataDir, 'database'), address);
    rmSync(join(dataDir, 'database'), { recursive: true });
    await expectHost(dataDir, truth, { DATABASE_URL: address });
  });

  it.each(['the embedded database', 'PostgreSQL'])('restores its backup into %s', async (kind) => {
    const { folder, dataDir, truth } = unpack('operator');
    rmSync(join(dataDir, 'database'), { recursive: true });
    const env: Record<string, string> = kind === 'PostgreSQL' ? { DATABASE_URL: await newDatabase() } : {};
    const { status, stderr } = spawnSync(
      'node',
      [join(root, 'server/cli/restore.ts'), join(folder, 'backup.jsonl.gz')],
      { env: serverEnv(dataDir, env), encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    await expectHost(dataDir, truth, env);
  });

  const tablesSchema = z.array(z.object({ name: z.string() }));
  const sequencesSchema = z.array(z.object({ name: z.string(), last: z.string().nullable() }));
  const rowsSchema = z.array(z.object({ rows: z.unknown() }));

  /** Copies the tables of an embedded database of 0.1.0, row by row, to a PostgreSQL with the schema of 0.1.0. */
  async function copyTables(embedded: string, address: string): Promise<void> {
    const migrations = temporaryFolder();
    cleanups.push(() => rmSync(migrations, { recursive: true, force: true }));
    copyMigrations(migrations, '0000_first');
    const from = await PGlite.create(embedded);
    const pool = new Pool({ connectionString: address, max: 1 });
    try {
      await migrate(drizzle(pool), { migrationsFolder: migrations });
      await pool.query("set session_replication_role = 'replica'");
      const found = await from.query("select tablename as name from pg_tables where schemaname = 'public'");
      for (const { name } of tablesSchema.parse(found.rows)) {
        const [all] = rowsSchema.parse(
          (await from.query(`select coalesce(json_agg(t), '[]') as rows from "${name}" t`)).rows,
        );
        await pool.query(
          `insert into "${name}" overriding system value select * from json_populate_recordset(null::"${name}", $1)`,
          [JSON.stringify(all?.rows)],
        );
      }
      const numbers = await from.query(
        "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'",
      );
      for (const { name, last } of sequencesSchema.parse(numbers.rows)) {
        if (last !== null) await pool.query('select setval($1::regclass, $2::bigint)', [`"${name}"`, last]);
      }
    } finally {
      await pool.end();
      await from.close();
    }
  }
});
