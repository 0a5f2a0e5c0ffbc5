import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from '#backstage/sockets/textFrame.ts';
import { Upgrades } from '#backstage/sockets/upgrades.ts';

const server = createServer();
const upgrades = new Upgrades(server);
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
const joined: { ws: WebSocket; connection: Duplex }[] = [];
let page: WebSocket;
let received: string[] = [];

beforeAll(async () => {
  upgrades.add({
    path: '/',
    isTrusted: () => true,
    handle: (upgrade) => upgrade.accept(sockets, (ws, connection) => joined.push({ ws, connection })),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  page = new WebSocket(`ws://127.0.0.1:${port}/`);
  page.on('message', (data, isBinary) => received.push(isBinary ? 'binary' : String(data)));
  await once(page, 'open');
});
afterAll(() => {
  page.terminate();
  upgrades.close();
  server.close();
});

it('a message of any length arrives whole and in order, also between messages of the socket itself', async () => {
  received = [];
  const [{ ws, connection } = { ws: page, connection: null }] = joined;
  const lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 300_000];
  const texts = lengths.flatMap((length) => ['x'.repeat(length), '界🎁'.repeat(length / 7)]);
  for (const text of texts) {
    connection?.write(textFrame(text));
    ws.ping();
    ws.send(`after ${text.length}`);
  }
  await expect.poll(() => received.length).toBe(2 * texts.length);
  expect(received).toEqual(texts.flatMap((text) => [text, `after ${text.length}`]));
});
