import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RawClient, upgradeHead } from '#tests/support/rawClient.ts';
import { startHub, startServer, type Target } from './targets.ts';

const targets = [
  ['the server', () => startServer()],
  ['the desktop’s hub', startHub],
] as const;

describe.each(targets)('upgrade of %s', (_name, start) => {
  let target: Target;
  beforeAll(async () => {
    target = await start();
  });
  afterAll(() => target.stop());

  const expectAlive = async () => {
    expect((await fetch(new URL(target.ping, target.url))).status).toBe(200);
    expect(target.isAlive()).toBe(true);
  };

  const statusOf = async (path: string, headers: Record<string, string | null> = {}) => {
    const client = await RawClient.open(target.url);
    client.send(upgradeHead(target.url, path, headers));
    const status = await client.status();
    client.reset();
    return status;
  };

  it.each(['//', '//:0', '/\\', 'http://[', 'http://', '*', '/%', '/?', '/backstage//', '//backstage'])(
    'is refused at the path %s, and the process keeps running',
    async (path) => {
      expect(await statusOf(path, { Origin: null })).toBe(404);
      expect(await statusOf(path)).toBe(404);
      await expectAlive();
    },
  );

  it('can be reset by the client at any time', async () => {
    for (const path of ['/', '//', '/overlay/socket', '/remote/v1/socket', '/backstage', target.socketPath]) {
      const clients = await Promise.all(Array.from({ length: 10 }, () => RawClient.open(target.url)));
      for (const client of clients) {
        client.send(upgradeHead(target.url, path));
        client.reset();
      }
      for (const client of clients.slice(5)) {
        const late = await RawClient.open(target.url);
        late.send(upgradeHead(target.url, path));
        await late.received((text) => text.length > 0);
        late.reset();
        await client.closed;
      }
    }
    await expectAlive();
  });

  it('is refused for a page of another origin or host name', async () => {
    expect(await statusOf(target.socketPath, { Origin: 'http://evil.example' })).toBe(403);
    expect(await statusOf(target.socketPath, { Origin: 'null' })).toBe(403);
    expect(await statusOf(target.socketPath, { Origin: null })).toBe(403);
    expect(await statusOf(target.socketPath, { Host: 'evil.example', Origin: 'http://evil.example' })).toBe(
      403,
    );
    expect(await statusOf(target.socketPath)).toBe(101);
  });

  it('is closed by the server after a refusal, even if the client keeps its half open', async () => {
    const client = await RawClient.open(target.url);
    client.send(upgradeHead(target.url, '/nowhere'));
    expect(await client.status()).toBe(404);
    // Writing to a connection that the other side has closed causes a reset.
    while (!client.socket.destroyed) {
      client.send('more');
      await new Promise((resolve) => setImmediate(resolve));
    }
  });

  it.each([
    ['without a key', { 'Sec-WebSocket-Key': null }],
    ['with an invalid key', { 'Sec-WebSocket-Key': 'short' }],
    ['of another version', { 'Sec-WebSocket-Version': '7' }],
    ['to another protocol', { Upgrade: 'h2c' }],
    ['with an invalid subprotocol', { 'Sec-WebSocket-Protocol': ',,' }],
  ])('%s is refused with status 400', async (_what, headers) => {
    expect(await statusOf(target.socketPath, headers)).toBe(400);
    await expectAlive();
  });
});
