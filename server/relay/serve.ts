import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { RingsideError } from '#shared/contract/error.ts';
import { RELAY_PATH, type RelayAnswer, relayQuerySchema } from '#shared/contract/relay.ts';
import { decodePushFrame } from '#shared/live/decode.ts';
import type { Authorise } from './authorise.ts';
import { stillHere } from './frames.ts';
import type { Relay, Seat } from './relay.ts';

/** Watchers send heartbeats and acknowledgements, all of them small. */
const MAX_RECEIVED_BYTES = 64 * 1024;
/** A watcher that is so far behind is let go; it comes back and goes on from where it was. */
const MAX_BACKLOG_BYTES = 8 * 1024 * 1024;
const STILL_HERE_EVERY_MS = 10_000;
const TRY_AGAIN_LATER = 1013;
const reasons = { 400: 'Bad Request', 401: 'Unauthorized', 429: 'Too Many Requests', 503: 'Unavailable' };

/** Serves lookups and sockets of a relay. Closing the app closes them. */
export function serveRelay(app: FastifyInstance, relay: Relay, authorise: Authorise): void {
  app.get(RELAY_PATH, async (request, reply) => {
    const user = await authorise(request);
    const answer = (status: number, body: RelayAnswer) => reply.code(status).send(body);
    if (user === null) return answer(401, { problem: { code: 'room.relayRefused' } });
    const query = relayQuerySchema.safeParse(request.query);
    if (!query.success) return answer(400, { problem: { code: 'username.invalid' } });
    try {
      const room = await relay.lookUp(user, query.data.username, AbortSignal.timeout(15_000));
      return answer(200, { room });
    } catch (error) {
      const problem =
        error instanceof RingsideError ? error.problem : ({ code: 'room.unreachable' } as const);
      return answer(200, { problem });
    }
  });

  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_RECEIVED_BYTES });
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = new URL(request.url ?? '/', 'http://ringside');
    if (url.pathname !== RELAY_PATH) return;
    socket.on('error', () => socket.destroy());
    void admit(request, url).catch(() => refuse(socket, 503, 2));

    async function admit(asked: IncomingMessage, { searchParams }: URL): Promise<void> {
      // A page of a browser has no business here, whoever is signed in there.
      const user = asked.headers.origin === undefined ? await authorise(asked) : null;
      if (user === null) return refuse(socket, 401, 0);
      const query = relayQuerySchema.safeParse(Object.fromEntries(searchParams));
      if (!query.success) return refuse(socket, 400, 0);
      const refusal = await relay.join(user, query.data, (seat) => {
        if (socket.destroyed) seat.leave();
        else sockets.handleUpgrade(asked, socket, head, (ws) => sit(ws, seat));
      });
      if (refusal !== null) refuse(socket, refusal.status, refusal.retryAfterSeconds);
    }
  };
  app.server.on('upgrade', onUpgrade);
  const telling = setInterval(() => {
    for (const ws of sockets.clients) ws.send(stillHere);
  }, STILL_HERE_EVERY_MS);
  app.addHook('preClose', async () => {
    clearInterval(telling);
    app.server.off('upgrade', onUpgrade);
    for (const ws of sockets.clients) ws.terminate();
    relay.close();
  });
}

function sit(ws: WebSocket, seat: Seat): void {
  ws.on('error', () => ws.terminate());
  ws.on('close', () => seat.leave());
  ws.on('message', (data: Buffer) => {
    const frame = decodePushFrame(new Uint8Array(data));
    if (frame?.payloadType === 'ack') seat.acknowledge(Number(frame.logId));
  });
  seat.begin({
    send: ({ bytes }) => {
      if (ws.bufferedAmount > MAX_BACKLOG_BYTES) ws.terminate();
      else ws.send(bytes);
    },
    interrupt: () => ws.close(TRY_AGAIN_LATER),
  });
}

function refuse(socket: Duplex, status: keyof typeof reasons, retryAfterSeconds: number): void {
  const wait = retryAfterSeconds > 0 ? `Retry-After: ${retryAfterSeconds}\r\n` : '';
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\n${wait}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
