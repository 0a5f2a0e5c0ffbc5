import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { type Pace, PacedSocket } from '#backstage/sockets/pacedSocket.ts';
import { Upgrades } from '#backstage/sockets/upgrades.ts';
import { Metrics } from '#server/metrics/metrics.ts';
import { measureSockets } from '#server/metrics/sockets.ts';
import { RawClient, upgradeHead } from '#tests/support/rawClient.ts';

const PACE: Pace = {
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

/** A server whose sockets are measured; `joined` gets each of them. */
async function serve(pingEveryMs: number, joined: (socket: PacedSocket) => void) {
  const server = createServer();
  const upgrades = new Upgrades(server, { pingEveryMs });
  const sockets = new WebSocketServer({ noServer: true });
  upgrades.add({
    path: '/socket',
    isTrusted: () => true,
    take: (upgrade) => upgrade.accept(sockets, (ws) => joined(new PacedSocket(ws, PACE, () => {}))),
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

describe('a socket that the server ends', () => {
  it('is counted as silent when it answers no ping', async () => {
    const { metrics, url } = await serve(20, () => {});
    await joinUntilDropped(url);
    expect(await metrics.text()).toContain('ringside_sockets_dropped_total{reason="silent"} 1\n');
    expect(await metrics.text()).toContain('ringside_sockets_dropped_total{reason="backlog"} 0\n');
  });

  it('is counted as backlog when it is too slow to read', async () => {
    let unsent = Promise.resolve('');
    const { metrics, url } = await serve(60_000, (socket) => {
      // More than the system takes from the process at once.
      socket.send('x'.repeat(64 * 1024 * 1024));
      unsent = metrics.text();
      socket.send('more');
    });
    await joinUntilDropped(url);
    expect(await unsent).toMatch(/ringside_sockets_unsent_bytes\{path="\/socket"\} [1-9]/);
    expect(await metrics.text()).toContain('ringside_sockets_dropped_total{reason="backlog"} 1\n');
  });
});
