import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '#shared/contract/api/index.ts';
import { ADMIN, forMany, tokenOf } from '#tests/support/accounts.ts';
import { type RunningRingside, startRingside, temporaryFolder } from '#tests/support/ringside.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import { ApiClient } from './support/client.ts';
import { readMetrics } from './support/prometheus.ts';

const { log, preset, user } = api;
const SECRET = 'monitor-secret-1234';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(env: Record<string, string> = {}, dataDir?: string) {
  const ringside = await startRingside({ env: { ...forMany, ...env }, ...(dataDir && { dataDir }) });
  cleanups.push(() => ringside.process.exitCode === null && ringside.stop());
  const client = new ApiClient(ringside.url.replace(/\/$/, ''));
  return { ringside, client, token: await tokenOf(ringside.url, ADMIN) };
}

const healthSchema = z.object({
  code: z.number(),
  msg: z.string(),
  data: z.object({ problems: z.array(z.string()) }),
});

/** An empty disk of 200 MB; null if it cannot be mounted. */
function smallDisk(): string | null {
  const folder = temporaryFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', folder]);
  if (process.platform !== 'linux' || mounted.status !== 0) return null;
  cleanups.push(() => spawnSync('umount', ['-l', folder]));
  return folder;
}

const metricsOf = async ({ url }: RunningRingside, headers: Record<string, string> = {}) =>
  fetch(`${url}api/metrics`, { headers });

const dashboardSchema = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
});

describe('monitoring', () => {
  it('serves metrics in Prometheus format, whose labels are path patterns without values of requests', async () => {
    const { ringside, client, token } = await start();
    for (const id of [1, 1, 999_999]) await client.call(user.echo, { token, params: { id } });
    await client.send('GET', '/typed-by-somebody', { token });
    const answer = await metricsOf(ringside);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await answer.text();
    expect(text).not.toMatch(/="[^"]*(?:999999|typed-by-somebody)/);
    const { value, bucketsOf } = readMetrics(text);
    const echo = { method: 'GET', path: '/api/user/echo/:id' };
    expect(value('ringside_http_requests_total', { ...echo, status: '200' })).toBe(2);
    expect(value('ringside_http_requests_total', { ...echo, status: '404' })).toBe(1);
    expect(value('ringside_http_request_duration_seconds_count', echo)).toBe(3);
    const buckets = bucketsOf('ringside_http_request_duration_seconds', echo);
    expect(buckets).toEqual([...buckets].sort((a, b) => a - b));
    expect(buckets.at(-1)).toBe(3);
    expect(value('ringside_database_up')).toBe(1);
    expect(value('ringside_shows_counting')).toBe(0);
    expect(value('ringside_screens')).toBe(0);
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  });

  it('has metrics of shows, disk and seats, which a read does not reset', async () => {
    const { ringside, token } = await start();
    const host = await joinAsScreen(ringside.url, { token });
    cleanups.push(() => host.close());
    await host.call('rehearsal.open', { size: 'small', locale: 'en' });
    await host.call('session.act', { action: 'start' });
    const read = async () => readMetrics(await (await metricsOf(ringside)).text());
    const live = { phase: 'live' };
    await expect.poll(async () => (await read()).value('ringside_upstream_rooms', live)).toBe(1);
    await expect.poll(async () => (await read()).value('ringside_inputs_total')).toBeGreaterThan(3);
    const { value, bucketsOf } = await read();
    expect(value('ringside_commit_duration_seconds_count')).toBeGreaterThan(0);
    expect(bucketsOf('ringside_commit_duration_seconds', {}).at(-1)).toBe(
      value('ringside_commit_duration_seconds_count'),
    );
    expect(value('ringside_shows_counting')).toBe(1);
    expect(value('ringside_shows_blocked')).toBe(0);
    expect(value('ringside_upstream_away_max_seconds')).toBe(0);
    expect(value('ringside_gaps_total')).toBe(0);
    expect(value('ringside_sockets_dropped_total', { reason: 'backlog' })).toBe(0);
    expect(value('ringside_sockets_unsent_bytes', { path: '/backstage' })).toBe(0);
    for (const name of ['inputs', 'bytes'])
      expect(value(`ringside_waiting_${name}`)).toBeGreaterThanOrEqual(0);
    expect(value('ringside_disk_free_bytes')).toBeLessThanOrEqual(value('ringside_disk_size_bytes'));
    // The first account uses the backstage of the machine's owner, which takes no seat.
    expect(value('ringside_seats_used', { kind: 'hosts' })).toBe(0);
    expect(value('ringside_seats_limit', { kind: 'hosts' })).toBe(50);
    expect(value('ringside_seats_limit', { kind: 'overlays' })).toBe(5000);
    expect(value('ringside_shows_failed')).toBe(0);
    const visitor = await joinAsScreen(ringside.url);
    cleanups.push(() => visitor.close());
    await expect.poll(async () => (await read()).value('ringside_seats_used', { kind: 'visitors' })).toBe(1);
    const lag = async () => (await read()).value('nodejs_eventloop_lag_max_seconds');
    const seen = await lag();
    expect(seen).toBeGreaterThan(0);
    expect(await lag()).toBeGreaterThanOrEqual(seen);
  });

  it('has every metric that the Prometheus alerts and the Grafana dashboard use', async () => {
    const { ringside } = await start();
    const { names } = readMetrics(await (await metricsOf(ringside)).text());
    const rules = readFileSync('build/prometheus/ringside.rules.yaml', 'utf8');
    const asked = [...rules.matchAll(/^ +expr: (.+)$/gm)].flatMap(([, expression = '']) =>
      [...expression.matchAll(/\b(?:ringside|nodejs)_\w+/g)].map(([name]) => name),
    );
    expect(asked.length).toBeGreaterThan(7);
    const { panels } = dashboardSchema.parse(JSON.parse(readFileSync('build/grafana/ringside.json', 'utf8')));
    const shown = panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => [...expr.matchAll(/\b(?:ringside|nodejs)_\w+/g)].map(([name]) => name)),
    );
    expect(shown.length).toBeGreaterThan(panels.length - 1);
    expect([...asked, ...shown].filter((name) => !names.has(name.replace(/_bucket$/, '')))).toEqual([]);
  });

  it('answers health with 503 while the disk is full, and with 200 afterwards', async ({ skip, task }) => {
    const folder = smallDisk();
    if (folder === null) {
      task.meta.skipReason = 'no small disk can be mounted here (that takes root)';
      return skip();
    }
    const { ringside } = await start({}, join(folder, 'data'));
    const health = async () => {
      const answer = await fetch(`${ringside.url}api/health`);
      return healthSchema.parse(await answer.json());
    };
    expect(await health()).toMatchObject({ code: 200, msg: 'ok', data: { problems: [] } });
    const ballast = join(folder, 'ballast');
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M']);
    const full = await health();
    expect(full).toMatchObject({ code: 503, data: { problems: ['disk.full'] } });
    expect(full.msg).toContain('disk of DATA_DIR is full');
    rmSync(ballast);
    expect(await health()).toMatchObject({ code: 200 });
  });

  it('serves metrics to other machines only with METRICS_TOKEN, then under any host name', async () => {
    const { ringside } = await start({ METRICS_TOKEN: SECRET, TRUST_PROXY: '1' });
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
    const bearer = (secret: string) => ({ ...elsewhere, authorization: `Bearer ${secret}` });
    const statuses = [
      await metricsOf(ringside),
      await metricsOf(ringside, elsewhere),
      await metricsOf(ringside, bearer('monitor-secret-1235')),
      await metricsOf(ringside, bearer(SECRET)),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 403, 403, 200]);
    const foreign = (path: string) => fetch(`${ringside.url}${path}`, { headers: origin });
    const origin = { ...bearer(SECRET), origin: 'https://dashboards.example' };
    // The token gives access to the metrics only.
    expect((await foreign('api/metrics')).status).toBe(200);
    expect((await foreign('api/health')).status).toBe(403);
  });

  it('logs each call with the request id of its response', async () => {
    const { ringside, client, token } = await start();
    const answers = [
      await client.send('GET', '/user/info', { token }),
      await client.send('GET', '/user/info', {}),
      await client.send('GET', '/user/list/1/10?search=private', { token }),
    ];
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '');
    expect(new Set(ids).size).toBe(3);
    await ringside.kill('SIGTERM');
    const line = z.object({ id: z.string(), path: z.string(), status: z.number(), ms: z.number() });
    const folder = join(ringside.dataDir, 'logs');
    const text = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const lines = text
      .join('')
      .trim()
      .split('\n')
      .map((each) => z.record(z.string(), z.unknown()).parse(JSON.parse(each)))
      .filter(({ msg }) => msg === 'call')
      .map((each) => line.parse(each));
    expect(ids.map((id) => lines.find((each) => each.id === id))).toMatchObject([
      { path: '/user/info', status: 200 },
      { path: '/user/info', status: 401 },
      { path: '/user/list/{page}/{size}', status: 200 },
    ]);
    expect(text.join('')).not.toContain('private');
  });
});

describe('a server that gets SIGTERM under load', () => {
  it('answers pending calls, stores them with their log entries, and exits with code 0', async () => {
    const { ringside, client, token } = await start();
    const saved: string[] = [];
    let ending: Promise<void> | null = null;
    const save = async (id: string) => {
      const item = { version: 1, id, name: id, anchors: [] };
      const input = { token, params: { id }, body: { baseRevision: 0, item } };
      // The server refuses calls that arrive after the signal.
      const answer = await client.call(preset.save, input).catch(() => null);
      if (answer === null) return;
      expect([id, answer.code]).toEqual([id, 200]);
      saved.push(id);
      if (saved.length === 5) ending = ringside.kill('SIGTERM');
    };
    await Promise.all(Array.from({ length: 60 }, (_, index) => save(`p${index}`)));
    await ending;
    expect([ringside.process.exitCode, ringside.process.signalCode]).toEqual([0, null]);
    expect(saved.length).toBeGreaterThanOrEqual(5);

    const again = await start({}, ringside.dataDir);
    const list = await again.client.call(preset.list, {
      token: again.token,
      params: { page: 1, size: 100 },
    });
    expect(list.data.rows.map(({ id }) => id)).toEqual(expect.arrayContaining(saved));
    const query = { action: 'PUT /preset/save', success: 'true' };
    const logged = await again.client.call(log.list, {
      token: again.token,
      params: { page: 1, size: 100 },
      query,
    });
    expect(logged.data.total).toBe(list.data.total);
    expect(logged.data.rows.map(({ target }) => target)).toEqual(expect.arrayContaining(saved));
  });
});
