import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSource } from '#backstage/sources/lines.ts';
import { openWsSocket } from '#backstage/sources/socket.ts';
import { type SocketEnd, Unanswered } from '#shared/live/source.ts';
import { freePort } from '#tests/support/freePort.ts';

const addressSchema = z.object({ port: z.number() });

/** A server that accepts each connection and resets it at the first byte. */
let server: Server;
let cutting = 0;
beforeEach(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.resetAndDestroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  cutting = addressSchema.parse(server.address()).port;
});
afterEach(() => server.close());

const lookUp = (port: number): Promise<unknown> => {
  const source = createSource({
    id: 'line1',
    kind: 'direct',
    webUrl: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}`,
    signUrl: '',
    signKey: '',
    relayUrl: '',
  });
  return source.resolve('mika', new AbortController().signal).catch((error: unknown) => error);
};
const socketEnd = (port: number): Promise<SocketEnd> =>
  new Promise((resolve) => {
    openWsSocket(
      { url: `ws://127.0.0.1:${port}/`, headers: {} },
      { onOpen: () => {}, onFrame: () => {}, onEnd: resolve },
    );
  });

describe('attempt to connect', () => {
  it('has reached a platform that accepts the connection and cuts it', async () => {
    const problem = await lookUp(cutting);
    expect(problem).toMatchObject({ problem: { code: 'room.unreachable' } });
    expect(problem).not.toBeInstanceOf(Unanswered);
    expect(await socketEnd(cutting)).toMatchObject({ kind: 'closed', reached: true });
  });

  it('has not reached a platform that nothing answers for', async () => {
    const port = await freePort();
    expect(await lookUp(port)).toBeInstanceOf(Unanswered);
    expect(await socketEnd(port)).toMatchObject({ kind: 'closed', reached: false });
  });
});
