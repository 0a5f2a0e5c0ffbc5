import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fingerprint } from '#server/accounts/secrets.ts';
import { openDatabase } from '#server/database/open.ts';
import { onceTokens } from '#server/database/schema.ts';
import { api } from '#shared/contract/api/index.ts';
import { type RunningRingside, startRingside, temporaryFolder } from '#tests/support/ringside.ts';
import { ApiClient } from './support/client.ts';

const { account, user } = api;

describe('the first start', () => {
  const running: RunningRingside[] = [];
  const start = async (options: { dataDir?: string; env?: Record<string, string> } = {}) => {
    const ringside = await startRingside(options);
    running.push(ringside);
    return { ringside, client: new ApiClient(ringside.url.replace(/\/$/, '')) };
  };
  afterEach(async () => {
    for (const ringside of running.splice(0)) {
      if (ringside.process.exitCode === null && ringside.process.signalCode === null) await ringside.stop();
    }
  });
  const linkOf = (ringside: RunningRingside) =>
    vi.waitFor(
      () => {
        const token = /\/login\?redirect=%2Ftool#once=([A-Za-z0-9_-]{43})/.exec(ringside.output())?.[1];
        if (token === undefined) throw new Error(`no link yet: ${ringside.output()}`);
        return token;
      },
      { timeout: 30_000 },
    );

  it('prints a one-time sign-in link for the administrator, without configuration', async () => {
    const { ringside, client } = await start();
    const once = await linkOf(ringside);
    expect(ringside.output().trim().split('\n').slice(-3)).toEqual([
      expect.stringMatching(/^Ringside is ready: /),
      expect.stringMatching(/^Shows are stored in /),
      expect.stringMatching(/^Sign in as admin@ringside\.local without a password, once: http/),
    ]);
    const redeem = () => client.call(account.signinOnce, { body: { once } });
    const [first, second] = await Promise.all([redeem(), redeem()]);
    expect([first.code, second.code].sort()).toEqual([200, 400]);
    const token = first.code === 200 ? first.data : second.data;
    const info = (await client.call(account.info, { token })).data;
    expect(info.roles).toEqual(['administrator']);
    expect(info.routes).toContain('role');
    expect((await client.call(account.profile, { token })).data.passwordSet).toBe(false);
    const chosen = { password: 'My_own_1' };
    expect((await client.call(account.changePassword, { token, body: chosen })).code).toBe(200);
    expect((await client.call(account.changePassword, { token, body: { password: 'Again_22' } })).code).toBe(
      400,
    );
    await ringside.kill('SIGTERM');

    const again = await start({ dataDir: ringside.dataDir });
    const body = { email: 'admin@ringside.local', password: 'My_own_1' };
    const signedIn = (await again.client.call(account.signin, { body })).data;
    expect((await again.client.call(account.info, { token })).code).toBe(200);
    const list = { token: signedIn, params: { page: 1, size: 10 } };
    expect((await again.client.call(user.list, list)).data.total).toBe(1);
    expect(again.ringside.output()).not.toContain('once=');
  });

  it('prints no link if ADMIN_PASSWORD is set, and voids the link of an earlier start', async () => {
    const { ringside } = await start();
    const once = await linkOf(ringside);
    await ringside.kill('SIGTERM');
    const env = { ADMIN_PASSWORD: 'Chosen_1_later' };
    const again = await start({ dataDir: ringside.dataDir, env });
    const body = { email: 'admin@ringside.local', password: 'Chosen_1_later' };
    await vi.waitFor(async () => expect((await again.client.call(account.signin, { body })).code).toBe(200), {
      timeout: 30_000,
    });
    expect(again.ringside.output()).not.toContain('once');
    expect((await again.client.call(account.signinOnce, { body: { once } })).code).toBe(400);
  });

  it('prints a new link as long as the administrator has no password', async () => {
    const { ringside, client } = await start();
    const first = await linkOf(ringside);
    const token = (await client.call(account.signinOnce, { body: { once: first } })).data;
    expect((await client.call(account.signout, { token })).code).toBe(200);
    await ringside.kill('SIGTERM');

    const again = await start({ dataDir: ringside.dataDir });
    const second = await linkOf(again.ringside);
    expect((await again.client.call(account.signinOnce, { body: { once: first } })).code).toBe(400);
    expect((await again.client.call(account.signinOnce, { body: { once: second } })).code).toBe(200);
    await again.ringside.kill('SIGTERM');

    const env = { ADMIN_PASSWORD: 'Chosen_1_later' };
    const { client: third } = await start({ dataDir: ringside.dataDir, env });
    const body = { email: 'admin@ringside.local', password: 'Chosen_1_later' };
    await vi.waitFor(async () => expect((await third.call(account.signin, { body })).code).toBe(200), {
      timeout: 30_000,
    });
  });

  it('voids the link when the administrator signs in', async () => {
    const { ringside, client } = await start();
    const once = await linkOf(ringside);
    const token = (await client.call(account.signinOnce, { body: { once } })).data;
    await client.call(account.changePassword, { token, body: { password: 'My_own_1' } });
    await ringside.kill('SIGTERM');
    // The link is still valid when the administrator signs in with a password.
    const folder = join(ringside.dataDir, 'database');
    const kept = 'k'.repeat(43);
    const database = await openDatabase({ url: null, folder });
    await database.db.insert(onceTokens).values({
      tokenHash: fingerprint(kept),
      userId: 1,
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    await database.close();
    const again = await start({ dataDir: ringside.dataDir });
    const body = { email: 'admin@ringside.local', password: 'My_own_1' };
    expect((await again.client.call(account.signin, { body })).code).toBe(200);
    expect((await again.client.call(account.signinOnce, { body: { once: kept } })).code).toBe(400);
  });

  it('makes its files private, also those that an earlier start left readable', async () => {
    const { ringside } = await start();
    await linkOf(ringside);
    await ringside.kill('SIGTERM');
    chmodSync(ringside.dataDir, 0o755);
    mkdirSync(join(ringside.dataDir, 'kept-aside'));
    chmodSync(join(ringside.dataDir, 'kept-aside'), 0o755);
    writeFileSync(join(ringside.dataDir, 'presets.json.kept'), '{}', { mode: 0o644 });
    chmodSync(join(ringside.dataDir, 'presets.json.kept'), 0o644);
    const again = await start({ dataDir: ringside.dataDir });
    await vi.waitFor(async () => expect((await again.client.call(api.site.info)).code).toBe(200));
    const open = [ringside.dataDir, ...readdirSync(ringside.dataDir, { recursive: true, encoding: 'utf8' })]
      .map((name) => (name === ringside.dataDir ? name : join(ringside.dataDir, name)))
      .filter((path) => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077);
    expect(open).toEqual([]);
  });

  it('serves the tool and prints the reason if the database cannot be opened', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'database'));
    writeFileSync(join(dataDir, 'database', 'PG_VERSION'), 'not a database');
    const { ringside, client } = await start({ dataDir });
    await vi.waitFor(() => expect(ringside.output()).toContain('cannot be opened'), { timeout: 30_000 });
    expect(ringside.output()).toContain('shows work');
    const health = await fetch(`${ringside.url}api/health`);
    expect(health.status).toBe(200);
    expect((await fetch(`${ringside.url}tool`)).headers.get('content-type')).toMatch(/^text\/html/);
    const answer = await client.call(account.signin, { body: { email: 'a@b.cc', password: 'x' } });
    expect([answer.status, answer.code]).toEqual([503, 503]);
    expect(answer.msg).toMatch(/^Accounts cannot be reached right now/);
    // Pages can still find out whether the tool requires a sign-in.
    expect((await client.call(api.site.info)).data.tool).toBe('open');
    await ringside.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('allows a backup while the server runs, and locks the database against other processes', async () => {
    const { ringside } = await start();
    await linkOf(ringside);
    const file = join(ringside.dataDir, 'b.gz');
    const run = (command: string) =>
      spawnSync('node', [`server/cli/${command}.ts`, file, ...(command === 'backup' ? ['--accounts'] : [])], {
        env: { ...process.env, DATA_DIR: ringside.dataDir },
        encoding: 'utf8',
      });
    const backup = run('backup');
    expect([backup.stderr, backup.status]).toEqual(['', 0]);
    expect(backup.stdout).toMatch(/^Backed up \d+ rows to .* Keep it safe\.\n$/);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(gunzipSync(readFileSync(file)).toString('utf8')).toContain('"email":"admin@ringside.local"');
    const again = run('backup');
    expect([again.stderr, again.status]).toEqual([expect.stringMatching(/already exists/), 1]);
    const restored = run('restore');
    expect([restored.stderr, restored.status]).toEqual([
      expect.stringMatching(/^Another Ringside is using the database in /),
      1,
    ]);
    const controlFile = join(ringside.dataDir, 'control.json');
    expect(statSync(controlFile).mode & 0o077).toBe(0);
    const { port } = JSON.parse(readFileSync(controlFile, 'utf8'));
    const guess = { method: 'POST', headers: { authorization: `Bearer ${'A'.repeat(43)}` } };
    expect((await fetch(`http://127.0.0.1:${port}/`, guess)).status).toBe(403);
    await ringside.kill('SIGTERM');
    // Without a server, the command opens the database itself. It ignores the control file of a killed server.
    writeFileSync(controlFile, JSON.stringify({ port, secret: 'gone' }));
    rmSync(file);
    expect(run('backup').stdout).toMatch(/^Backed up \d+ rows/);
  });
});
