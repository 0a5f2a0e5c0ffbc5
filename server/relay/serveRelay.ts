import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { type SocketLimits, ThrottledSocket } from '#backstage/sockets/throttledSocket.ts';
import type { Upgrade, Upgrades } from '#backstage/sockets/upgrades.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { RELAY_PATH, type RelayAnswer, relayQuerySchema } from '#shared/contract/relay.ts';
import { decodePushFrame } from '#shared/live/decode.ts';
import { findCaller } from '../accounts/sessions.ts';
import type { Services } from '../api/context.ts';
import { isTrustedHost, type Trust } from '../trust.ts';
import { heartbeat } from './frameStore.ts';
import type { Relay, Subscription } from './relay.ts';

/** Watchers send only heartbeats and acknowledgements, which are small. */
const MAX_RECEIVED_BYTES = 64 * 1024;
/** A watcher that falls further behind than `mostBacklog` is dropped. It reconnects and resumes at its position. */
const SOCKET_LIMITS: SocketLimits = {
  bytes: { burst: 256 * 1024, perSecond: 32 * 1024 },
  busyMs: { burst: 1000, perSecond: 100 },
  atOnce: 1,
  backlog: 8 * 1024 * 1024,
  mostBacklog: 8 * 1024 * 1024,
};
const HEARTBEAT_EVERY_MS = 10_000;
const TRY_AGAIN_LATER = 1013;

interface RelayServing {
  relay: Relay;
  authorise: Authorise;
  upgrades: Upgrades;
  trust: Trust;
  /** Takes one look-up from the sender's rate limit. Returns 0, or the seconds to wait. */
  budget?: (request: FastifyRequest) => number;
}

/** Serves look-ups and sockets of a relay. Closing the app closes them. */
export function serveRelay(
  app: FastifyInstance,
  { relay, authorise, upgrades, trust, budget = () => 0 }: RelayServing,
): void {
  app.get(RELAY_PATH, async (request, reply) => {
    // Check the rate limit before the database is queried for the token.
    const wait = Math.ceil(budget(request));
    if (wait > 0) {
      const body: RelayAnswer = { problem: { code: 'room.rateLimited', params: { seconds: wait } } };
      return reply.code(429).header('retry-after', String(wait)).send(body);
    }
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
  upgrades.add({
    path: RELAY_PATH,
    // Only apps use the relay: refuse requests with an Origin, which come from web pages.
    isTrusted: ({ headers }) => headers.origin === undefined && isTrustedHost(headers.host, trust),
    handle: async (upgrade: Upgrade) => {
      const user = await authorise(upgrade.request);
      if (user === null) return upgrade.refuse(401);
      const query = relayQuerySchema.safeParse(Object.fromEntries(new URLSearchParams(upgrade.query)));
      if (!query.success) return upgrade.refuse(400);
      const refusal = await relay.join(user, query.data, (subscription) => {
        upgrade.onClose(() => subscription.cancel());
        upgrade.accept(sockets, (ws) => forward(ws, subscription));
      });
      if (refusal !== null) upgrade.refuse(refusal.status, refusal.retryAfterSeconds);
    },
  });
  const heartbeats = setInterval(() => {
    for (const ws of sockets.clients) ws.send(heartbeat);
  }, HEARTBEAT_EVERY_MS);
  app.addHook('preClose', async () => {
    clearInterval(heartbeats);
    for (const ws of sockets.clients) ws.terminate();
    relay.close();
  });
}

/** Sends the frames of a subscription to a socket, and takes its acknowledgements. */
function forward(ws: WebSocket, subscription: Subscription): void {
  const throttled = new ThrottledSocket(ws, SOCKET_LIMITS, (data) => {
    const frame = decodePushFrame(bytesOf(data));
    if (frame?.payloadType === 'ack') subscription.acknowledge(Number(frame.logId));
  });
  subscription.start({
    send: ({ bytes }) => throttled.send(bytes),
    interrupt: () => ws.close(TRY_AGAIN_LATER),
  });
}

function bytesOf(data: RawData): Uint8Array {
  return new Uint8Array(Array.isArray(data) ? Buffer.concat(data) : data);
}

/** Returns the id of the user who sends a request; null if the user may not use the relay. */
export type Authorise = (request: Pick<IncomingMessage, 'headers'>) => Promise<string | null>;

const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/i;

/** Authorises signed-in users. Refuses everybody while the database does not answer. */
export function signedInUser(services: Pick<Services, 'database' | 'now'>): Authorise {
  return async ({ headers }) => {
    const token = BEARER.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) return null;
    try {
      return String((await findCaller(await services.database(), token, services.now())).userId);
    } catch {
      return null;
    }
  };
}
