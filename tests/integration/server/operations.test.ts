import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '#shared/contract/api/index.ts';
import { ADMIN, forMany, tokenOf } from '#tests/support/accounts.ts';
import { type RunningRingside, startRingside } from '#tests/support/ringside.ts';
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

const metricsOf = async ({ url }: RunningRingside, headers: Record<string, string> = {}) =>
  fetch(`${url}api/metrics`, { headers });

describe('whoever watches over a server', () => {
  it('reads figures that Prometheus understands: calls by their path, never by what was typed', async () => {
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

  it('reads them from elsewhere only with the secret, then by whatever name the server has there', async () => {
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
    // The secret opens the figures and nothing else.
    expect((await foreign('api/metrics')).status).toBe(200);
    expect((await foreign('api/health')).status).toBe(403);
  });

  it('finds each call in the log by the id that its answer carried', async () => {
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
      .map((each) => line.parse(JSON.parse(each)));
    expect(ids.map((id) => lines.find((each) => each.id === id))).toMatchObject([
      { path: '/user/info', status: 200 },
      { path: '/user/info', status: 401 },
      { path: '/user/list/{page}/{size}', status: 200 },
    ]);
    expect(text.join('')).not.toContain('private');
  });
});

describe('a server that is asked to end while it is used', () => {
  it('answers what it has begun, keeps all of it with its log, and says that it ended well', async () => {
    const { ringside, client, token } = await start();
    const saved: string[] = [];
    let ending: Promise<void> | null = null;
    const save = async (id: string) => {
      const item = { version: 1, id, name: id, anchors: [] };
      const input = { token, params: { id }, body: { baseRevision: 0, item } };
      // One that comes when the server takes no more is not answered, and was not done.
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
