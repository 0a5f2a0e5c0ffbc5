import { mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import { ADMIN, addHost, forMany, tokenOf } from '#tests/support/accounts.ts';
import { type RunningRingside, startRingside } from '#tests/support/ringside.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import { ApiClient } from './support/client.ts';
import { readMetrics } from './support/prometheus.ts';

const { status } = api;
const page = { page: 1, size: 20 };

describe('the server status', () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  const start = async (env: Record<string, string> = {}, dataDir?: string) => {
    const ringside = await startRingside({ env: { ...forMany, ...env }, ...(dataDir && { dataDir }) });
    cleanups.push(() => ringside.process.exitCode === null && ringside.stop());
    const client = new ApiClient(ringside.url.replace(/\/$/, ''));
    return { ringside, client, token: await tokenOf(ringside.url, ADMIN) };
  };
  const joinWith = async ({ url }: RunningRingside, token: string) => {
    const screen = await joinAsScreen(url, { token });
    cleanups.push(() => screen.close());
    return screen;
  };

  it('lists each open backstage with its account, those on air first', async () => {
    const { ringside, client, token } = await start({
      MAX_HOSTS: '4',
      MAX_VISITORS: '3',
      HOST_DISK_MB: '64',
    });
    const quiet = await addHost(ringside.url, 'quiet@ringside.example', token);
    const busy = await addHost(ringside.url, 'busy@ringside.example', token);
    const before = Date.now();
    await joinWith(ringside, await tokenOf(ringside.url, quiet));
    const onAir = await joinWith(ringside, await tokenOf(ringside.url, busy));
    await onAir.call('rehearsal.open', { size: 'small', locale: 'en' });
    await onAir.call('session.act', { action: 'start' });
    const list = async (query: Record<string, string> = {}) =>
      (await client.call(status.list, { token, params: page, query })).data;
    await expect.poll(async () => (await list()).rows[0]?.giftsLastMinute).toBeGreaterThan(0);
    const { total, rows } = await list();
    expect(total).toBe(3);
    expect(
      rows.map(({ kind, state, rehearsal, screens, account }) => {
        return { kind, state, rehearsal, screens, email: account?.email };
      }),
    ).toEqual([
      { kind: 'host', state: 'onAir', rehearsal: true, screens: 1, email: busy.email },
      { kind: 'own', state: 'idle', rehearsal: false, screens: 0, email: ADMIN.email },
      { kind: 'host', state: 'idle', rehearsal: false, screens: 1, email: quiet.email },
    ]);
    expect(rows[0]?.upstream).toBe('live');
    expect(rows[0]?.since).toBeGreaterThanOrEqual(before);
    expect(rows[0]?.diskBytes).toBeGreaterThan(1000);
    expect((await list({ search: 'QUIET' })).rows.map(({ account }) => account?.email)).toEqual([
      quiet.email,
    ]);
    expect((await list({ state: 'onAir' })).total).toBe(1);
    const emails = (await list({ sort: 'email', order: 'desc' })).rows.map(({ account }) => account?.email);
    expect(emails).toEqual([quiet.email, ADMIN.email, busy.email]);
    const second = await client.call(status.list, { token, params: { page: 2, size: 2 } });
    expect(second.data.rows.map(({ account }) => account?.email)).toEqual([quiet.email]);

    const overview = async () => (await client.call(status.overview, { token })).data;
    // Folders are measured in the background.
    const largest = async () => (await overview()).disk.largest.map(({ account }) => account?.email);
    await expect.poll(largest, { timeout: 40_000 }).toEqual([busy.email, quiet.email]);
    const { backstages, seats, disk, database, startedAt, at } = await overview();
    expect(backstages).toMatchObject({ onAir: 1, idle: 2, blocked: 0, failed: 0 });
    expect(seats).toEqual(
      expect.arrayContaining([
        { kind: 'hosts', used: 2, limit: 4 },
        { kind: 'visitors', used: 0, limit: 3 },
        { kind: 'overlays', used: 0, limit: 5000 },
        { kind: 'heldOverlays', used: 0, limit: 2 },
        { kind: 'relayRooms', used: 0, limit: 200 },
      ]),
    );
    expect(database.kind).toBe('embedded');
    expect(startedAt).toBeLessThan(at);
    expect(disk.measuredAt).not.toBeNull();
    expect(disk.quota).toBe(64 * 1024 * 1024);
    expect(disk.hostsBytes).toBe(disk.largest.reduce((total, { bytes }) => total + bytes, 0));
  });

  it('contains a warning if most seats are used', async () => {
    const { ringside, client, token } = await start({ MAX_HOSTS: '1' });
    const host = await addHost(ringside.url, 'only@ringside.example', token);
    await joinWith(ringside, await tokenOf(ringside.url, host));
    const { problems } = (await client.call(status.overview, { token })).data;
    expect(problems).toContainEqual({ kind: 'seats', severity: 'warning', value: 1, seats: 'hosts' });
  });

  it('lists a show that cannot be opened after a restart', async () => {
    const { ringside, token } = await start();
    const host = await addHost(ringside.url, 'later@ringside.example', token);
    const onAir = await joinWith(ringside, await tokenOf(ringside.url, host));
    await onAir.call('rehearsal.open', { size: 'small', locale: 'en' });
    await onAir.call('session.act', { action: 'start' });
    const { showId } = await onAir.call('show.subscribe', {});
    expect(showId).not.toBeNull();
    await ringside.kill('SIGKILL');
    const [folder = ''] = readdirSync(join(ringside.dataDir, 'hosts'));
    // A folder in place of the lock file prevents the opening.
    const lock = join(ringside.dataDir, 'hosts', folder, 'lock.sqlite');
    rmSync(lock);
    mkdirSync(lock);
    const again = await start({}, ringside.dataDir);
    const rows = async () =>
      (await again.client.call(status.list, { token: again.token, params: page })).data.rows;
    await expect
      .poll(async () => (await rows())[0])
      .toMatchObject({
        state: 'failed',
        account: { email: host.email },
        screens: 0,
      });
    const { problems } = (await again.client.call(status.overview, { token: again.token })).data;
    expect(problems[0]).toEqual({ kind: 'showFailed', severity: 'critical', value: 1, seats: null });
    const failed = async () => {
      const metrics = await (await fetch(`${again.ringside.url}api/metrics`)).text();
      return readMetrics(metrics).value('ringside_shows_failed');
    };
    expect(await failed()).toBe(1);
    rmdirSync(lock);
    await expect.poll(async () => (await rows())[0]?.state, { timeout: 15_000 }).toBe('onAir');
    expect(await failed()).toBe(0);
  });

  it('requires the permission status:list', async () => {
    const { ringside, client, token } = await start();
    const host = await addHost(ringside.url, 'host@ringside.example', token);
    const own = await tokenOf(ringside.url, host);
    expect((await client.call(status.overview, { token: own })).code).toBe(403);
    expect((await client.call(status.list, { token: own, params: page })).code).toBe(403);
    expect((await client.call(status.overview, {})).status).toBe(401);
  });
});
