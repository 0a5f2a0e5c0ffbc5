import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { type SocketLimits, ThrottledSocket } from '#backstage/sockets/throttledSocket.ts';
import { Upgrades, type UpgradesOptions } from '#backstage/sockets/upgrades.ts';
import { Metrics, measureSockets } from '#server/metrics/metrics.ts';
import { RawClient, upgradeHead } from '#tests/support/rawClient.ts';

const PACE: SocketLimits = {
  bytes: { burst: 1, perSecond: 1 },
  busyMs: { burst: 1, perSecond: 1 },
  atOnce: 1,
  backlog: 0,
  mostBacklog: 0,
};

const cleanups: (() => unknown)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
});

/** Starts a server with metrics of its sockets. `joined` gets each accepted socket. */
async function serve(
  pingEveryMs: number,
  joined: (socket: ThrottledSocket) => void,
  options: UpgradesOptions = {},
) {
  const server = createServer();
  const upgrades = new Upgrades(server, { pingEveryMs, ...options });
  const sockets = new WebSocketServer({ noServer: true });
  upgrades.add({
    path: '/socket',
    isTrusted: () => true,
    handle: (upgrade) => upgrade.accept(sockets, (ws) => joined(new ThrottledSocket(ws, PACE, () => {}))),
  });
  const metrics = new Metrics();
  const stop = measureSockets(metrics, upgrades);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(
    stop,
    () => upgrades.close(),
    () => server.close(),
  );
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { metrics, url: `http://127.0.0.1:${port}` };
}

async function joinUntilDropped(url: string): Promise<void> {
  const client = await RawClient.open(url);
  client.send(upgradeHead(url, '/socket'));
  await client.closed;
}

describe('dropped socket', () => {
  it('is counted as silent if it answers no ping', async () => {
    const { metrics, url } = await serve(20, () => {});
    await joinUntilDropped(url);
    expect(await metrics.text()).toContain('ringside_sockets_dropped_total{reason="silent"} 1\n');
    expect(await metrics.text()).toContain('ringside_sockets_dropped_total{reason="backlog"} 0\n');
  });

  it('is counted as backlog if it reads too slowly', async () => {
    let unsent = Promise.resolve('');
    const { metrics, url } = await serve(60_000, (socket) => {
      // More than the kernel's send buffer.
      socket.send('x'.repeat(64 * 1024 * 1024));
      unsent = metrics.text();
      socket.send('more');
    });
    await joinUntilDropped(url);
    expect(await unsent).toMatch(/ringside_sockets_unsent_bytes\{path="\/socket"\} [1-9]/);
    expect(await metrics.text()).toContain('ringside_sockets_dropped_total{reason="backlog"} 1\n');
  });

  it('is the socket with the largest backlog if all together exceed the limit', async () => {
    const texts = ['x'.repeat(64 * 1024 * 1024), 'small'];
    const { metrics, url } = await serve(60_000, (socket) => socket.send(texts.shift() ?? ''), {
      mostUnsent: 1024 * 1024,
    });
    const [slow, quick] = [await RawClient.open(url), await RawClient.open(url)];
    slow.socket.pause();
    slow.send(upgradeHead(url, '/socket'));
    await expect.poll(() => texts).toEqual(['small']);
    quick.send(upgradeHead(url, '/socket'));
    await quick.received((text) => text.includes('small'));
    const dropped = async () =>
      (await metrics.text()).includes('ringside_sockets_dropped_total{reason="backlog"} 1\n');
    await expect.poll(dropped, { timeout: 10_000 }).toBe(true);
    await expect
      .poll(() => metrics.text(), { timeout: 10_000 })
      .toContain('ringside_sockets_unsent_bytes{path="/socket"} 0\n');
    expect(quick.socket.destroyed).toBe(false);
    for (const client of [slow, quick]) client.reset();
  });
});
