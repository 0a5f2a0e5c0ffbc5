import { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { redeemOnceToken } from '#server/accounts/codes.ts';
import { openApi } from '#server/api/api.ts';
import { readConfig } from '#server/config.ts';
import { DatabaseKeeper } from '#server/database/keeper.ts';
import { dicts } from '#server/database/schema.ts';
import { TokenResolver } from '#server/hosting/tokenResolver.ts';
import { api } from '#shared/contract/api/index.ts';
import { until } from '#tests/support/until.ts';
import { startServer, type TestServer } from './support/harness.ts';
import { type PostgresServer, startPostgres } from './support/postgres.ts';
import { startProcess } from './support/process.ts';

const { account, statistics } = api;

/** The child processes that this process has started, from Node's diagnostics channel. */
const started: ChildProcess[] = [];
const noteStart = (message: unknown) => {
  const { process: child } = z.object({ process: z.instanceof(ChildProcess) }).parse(message);
  started.push(child);
};
beforeAll(() => subscribe('child_process', noteStart));
afterAll(() => unsubscribe('child_process', noteStart));

/** Sends a signal to the only running embedded database. */
function killDatabase(signal: NodeJS.Signals): void {
  const running = started.filter(
    ({ exitCode, signalCode, spawnargs }) =>
      exitCode === null &&
      signalCode === null &&
      spawnargs.some((argument) => argument.endsWith(join('embedded', 'process.ts'))),
  );
  expect(running).toHaveLength(1);
  for (const child of running) child.kill(signal);
}

describe('a server whose PostgreSQL stops', () => {
  let postgres: PostgresServer;
  let server: TestServer;
  beforeAll(async () => {
    postgres = await startPostgres();
    server = await startServer({ databaseUrl: await postgres.createDatabase('gone') });
  });
  afterAll(() => server.close());

  it('answers 503, signs nobody out, and still admits a host to a running show', async () => {
    const { client, admin, api: running } = server;
    const tokens = new TokenResolver(running.services);
    const later = (await server.join()).token;
    expect(await tokens.resolve(admin)).toMatchObject({ kind: 'account' });
    expect(await tokens.resolve('A'.repeat(43))).toBe('signedOut');
    const full = new TokenResolver(running.services, 2);
    const others = [(await server.join()).token, (await server.join()).token];
    for (const token of [admin, ...others]) await full.resolve(token);
    await postgres.stop();
    const answer = await client.call(account.info, { token: admin });
    expect([answer.status, answer.code]).toEqual([503, 503]);
    expect(answer.msg).toMatch(/^Accounts cannot be reached/);
    expect((await client.call(statistics.everyone)).code).toBe(503);
    // Cached tokens are admitted. Other tokens are `unknown`, so their clients retry.
    expect(await tokens.resolve(admin)).toMatchObject({ kind: 'account' });
    expect([await tokens.resolve(later), await tokens.resolve('B'.repeat(43))]).toEqual([
      'unknown',
      'unknown',
    ]);
    // A full cache has evicted only its oldest token.
    expect(await full.resolve(admin)).toBe('unknown');
    for (const token of others) expect(await full.resolve(token)).toMatchObject({ kind: 'account' });
    const health = await client.send('GET', '/health');
    expect(health.status).toBe(200);
  });
});

describe('a server that cannot reach DATABASE_URL', () => {
  it('keeps running and answers 503', async () => {
    const starting = startServer({ databaseUrl: 'postgresql://me:secret_word@127.0.0.1:9/none' });
    // `startServer` rejects because its sign-in gets a 503, which the running server sends.
    await expect(starting).rejects.toThrow(/answered 503/);
  });
});

describe('an embedded database that is closed while it is being initialised', () => {
  it('leaves no process behind that uses its folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ringside-early-'));
    const place = { url: null, folder: join(folder, 'database') };
    const keeper = new DatabaseKeeper(place, async () => undefined);
    const opening = keeper.open();
    await Promise.all([keeper.close(), expect(opening).rejects.toThrow()]);
    rmSync(folder, { recursive: true });
    expect(existsSync(folder)).toBe(false);
  });
});

describe('an embedded database that is killed', () => {
  it('rejects pending statements, and has all its data when it is opened again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ringside-killed-'));
    const faults: string[] = [];
    const onFault = (error: Error) => faults.push(error.message);
    const place = { url: null, folder: join(folder, 'database'), onFault };
    const keeper = new DatabaseKeeper(place, async () => undefined);
    const { db } = await keeper.use();
    await db.insert(dicts).values({ name: 'kept', title: 'Kept' });
    const endless = db.execute('select count(*) from generate_series(1, 100000000000) n');
    // Crash only the process of the database.
    const [refused] = await Promise.allSettled([
      endless,
      Promise.resolve().then(() => killDatabase('SIGSEGV')),
    ]);
    expect(refused.status).toBe('rejected');
    // The query fails before the exit of the process is reported: poll.
    await expect.poll(() => faults).toEqual([expect.stringContaining('SIGSEGV')]);
    const again = await keeper.use();
    expect(await again.db.select({ name: dicts.name }).from(dicts)).toEqual([{ name: 'kept' }]);
    await keeper.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('a server whose embedded database is killed', () => {
  it('reports accounts as unavailable until it has opened the database again by itself', async () => {
    const server = await startServer();
    const { client, admin } = server;
    const accounts = async () => {
      const answer = await (await fetch(`${server.url}/api/health`)).json();
      return z.object({ data: z.object({ accounts: z.string() }) }).parse(answer).data.accounts;
    };
    expect(await accounts()).toBe('open');
    killDatabase('SIGKILL');
    // Query only health, which does not open the database.
    await expect.poll(accounts).toBe('unavailable');
    await expect.poll(accounts).toBe('open');
    expect((await client.call(account.info, { token: admin })).code).toBe(200);
    await server.close();
  });
});

describe('the one-time link of the first start', () => {
  it('still works after the embedded database was killed and opened again', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'ringside-link-'));
    const config = readConfig({ DATA_DIR: dataDir }, dataDir);
    const server = openApi({
      config: config.accounts,
      dataDir,
      presetBytes: config.limits.ofHost.presetBytes,
      say: () => undefined,
    });
    const link = await server.opened;
    killDatabase('SIGKILL');
    await expect.poll(() => server.isOpen).toBe(false);
    await expect.poll(() => server.isOpen).toBe(true);
    expect(await redeemOnceToken(await server.services.database(), link ?? '', new Date())).toBe(1);
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

describe.skipIf(process.platform === 'win32')('a server that is killed', () => {
  it('ends its embedded database, which removes its private socket folder', async () => {
    const temporary = mkdtempSync(join(tmpdir(), 'ringside-orphan-'));
    const sockets = () => readdirSync(temporary).filter((name) => name.startsWith('ringside-db-'));
    const server = await startProcess(join(temporary, 'data'), { TMPDIR: temporary });
    const [place = ''] = sockets();
    expect(statSync(join(temporary, place)).mode & 0o777).toBe(0o700);
    await server.kill('SIGKILL');
    await until(() => sockets().length === 0, 'the database to end');
    // The database has released the lock of its folder.
    const again = await startProcess(join(temporary, 'data'), { TMPDIR: temporary });
    await again.kill('SIGTERM');
    await until(() => sockets().length === 0, 'the next database to end');
    rmSync(temporary, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
});

describe.skipIf(process.platform === 'win32')('a server that is killed together with its database', () => {
  it('leaves its socket folder, which is the only folder that the next start removes', async () => {
    const temporary = mkdtempSync(join(tmpdir(), 'ringside-together-'));
    const dataDir = join(temporary, 'data');
    const sockets = () => readdirSync(temporary).filter((name) => name.startsWith('ringside-db-'));
    const server = await startProcess(dataDir, { TMPDIR: temporary });
    const left = sockets();
    expect(left).toHaveLength(1);
    await server.killAll();
    expect(sockets()).toEqual(left);
    const again = await startProcess(dataDir, { TMPDIR: temporary });
    expect(sockets()).toHaveLength(1);
    expect(sockets()).not.toEqual(left);
    await again.kill('SIGTERM');
    await expect.poll(sockets).toEqual([]);

    const foreign = ['ringside-db-full00', 'elsewhere'].map((name) => join(temporary, name));
    for (const folder of foreign) {
      mkdirSync(folder);
      if (folder.endsWith('full00')) writeFileSync(join(folder, 'letter'), '');
      writeFileSync(join(dataDir, 'database.socket'), folder);
      const next = await startProcess(dataDir, { TMPDIR: temporary });
      await next.kill('SIGTERM');
    }
    expect(foreign.filter((folder) => !existsSync(folder))).toEqual([]);
    rmSync(temporary, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
});

describe('an embedded database that hangs', () => {
  it('rejects the statement, and is opened again with all its data', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ringside-hang-'));
    const faults: string[] = [];
    const onFault = (error: Error) => faults.push(error.message);
    const place = { url: null, folder: join(folder, 'database'), answerWithinMs: 1500, onFault };
    const keeper = new DatabaseKeeper(place, async () => undefined);
    const { db } = await keeper.use();
    await db.insert(dicts).values({ name: 'kept', title: 'Kept' });
    const endless = db.execute('select count(*) from generate_series(1, 100000000000) n');
    await expect(endless).rejects.toThrow();
    expect(faults).toContain('the embedded database does not answer');
    const again = await keeper.use();
    expect(await again.db.select({ name: dicts.name }).from(dicts)).toEqual([{ name: 'kept' }]);
    await keeper.close();
    await expect(keeper.use()).rejects.toThrow('api.unavailable');
    rmSync(folder, { recursive: true, force: true });
  });
});
