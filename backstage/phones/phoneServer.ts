import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  type CallName,
  type CloseCode,
  closeCodes,
  LARGEST_REQUEST,
  type Push,
  SCREEN_SOCKET_PATH,
  tokenInProtocols,
} from '#shared/contract/backstage.ts';
import { PAIR_PATH, PHONE_PAGE, pairRequestSchema } from '#shared/contract/phones.ts';
import { parseJson } from '#shared/json.ts';
import type { Backstage } from '../api.ts';
import { readBuiltFile } from '../builtFiles.ts';
import { joinScreen } from '../sockets/joinScreen.ts';
import { readBody } from '../sockets/requestBody.ts';
import { type Rate, SenderBudget, SocketCounter, type SocketLimits } from '../sockets/throttledSocket.ts';
import { type Upgrade, Upgrades } from '../sockets/upgrades.ts';
import { isLocalSender } from './localNetwork.ts';

/**
 * The calls with which a phone may steer the running show. It may not reach a room or another address, change a preset
 * or a setting, read a report, or admit a phone.
 */
const phoneMayCallNames: ReadonlySet<string> = new Set<CallName>([
  'show.subscribe',
  'ledger.page',
  'ledger.habits',
  'ledger.reassign',
  'ledger.place',
  'ledger.undo',
  'late.decide',
  'round.prepare',
  'round.act',
  'round.decideTie',
  'dance.act',
  'overlay.thank',
  'pictures.read',
]);

/** The pushes that a phone gets. Those with secrets, such as the links of widgets, are not among them. */
const phonePushes: ReadonlySet<Push['push']> = new Set<Push['push']>([
  'hello',
  'show',
  'inputs',
  'connection',
  'anchors',
]);

export const phoneMayCall = (name: string): boolean => phoneMayCallNames.has(name);

export const phoneMayGet = ({ push }: Push): boolean => phonePushes.has(push);

export interface PhoneServerOptions {
  /** The folder of the built web app. */
  pagesDir: string;
  build: string;
  connect: Backstage['connect'];
  /** Exchanges a pairing code for a token; null for an invalid code. May throw. */
  pair(code: string, name: string): string | null;
  /** Finds the phone of a token. */
  find(token: string): { id: string } | null;
  /** Called when a phone has connected; returns the function for its end. */
  joined(id: string): () => void;
  log(message: string, error?: unknown): void;
}

export interface PhoneServer {
  readonly port: number;
  /** Closes the sockets of a phone with the close code `signedOut`. */
  disconnect(id: string): void;
  /** Stops listening at once. Closes the sockets of connected phones with the code. */
  close(code?: number): Promise<void>;
}

/** All IPv4 interfaces. Requests from other networks are refused. */
const HOST = '0.0.0.0';
const MOST_CONNECTIONS = 200;
const MOST_SOCKETS_OF_PHONE = 4;
const MAX_PAIR_BYTES = 1024;
/** How long phones have to receive the close code (ms). */
const FAREWELL_MS = 500;
/** The close code of a server that goes away (RFC 6455). The phone tries again. */
const GOING_AWAY = 1001;

/** A page consists of some thirty files. */
const REQUESTS: Rate = { burst: 200, perSecond: 20 };
const UPGRADES: Rate = { burst: 30, perSecond: 2 };
const PAIRINGS: Rate = { burst: 5, perSecond: 0.2 };

const KB = 1024;
const MB = 1024 * KB;
/** A phone sends small calls. Its backlog holds the largest snapshot of a show. */
const PACE: SocketLimits = {
  bytes: { burst: 256 * KB, perSecond: 32 * KB },
  busyMs: { burst: 1000, perSecond: 100 },
  atOnce: 4,
  backlog: MB,
  mostBacklog: 32 * MB,
};

/**
 * Serves phones on the local network: their page, pairing, and the socket of paired phones. None of these needs an
 * account. Nothing else of Ringside is served. Rejects if the port is taken; 0 chooses a free port.
 */
export async function servePhones(port: number, options: PhoneServerOptions): Promise<PhoneServer> {
  const server = createServer({ requestTimeout: 15_000, headersTimeout: 10_000, keepAliveTimeout: 10_000 });
  server.timeout = 60_000;
  server.maxConnections = MOST_CONNECTIONS;
  await listen(server, port);
  const address = server.address();
  const served = typeof address === 'object' && address !== null ? address.port : port;
  const requests = new SenderBudget(REQUESTS);
  const upgradeBudget = new SenderBudget(UPGRADES);
  const pairings = new SenderBudget(PAIRINGS);

  server.on('request', (request, response) => {
    void respond(request, response).catch((error: unknown) => {
      options.log('a request of a phone failed', error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = '', origin } = request.headers;
    for (const [name, value] of Object.entries(headersOf(host))) response.setHeader(name, value);
    const refuse = (status: number, retryAfter = 0) => {
      if (retryAfter > 0) response.setHeader('retry-after', String(Math.ceil(retryAfter)));
      // Do not read the rest of the body.
      response.writeHead(status, { connection: 'close' }).end();
    };
    if (!isOwn(request, served) || (origin !== undefined && origin !== `http://${host}`)) return refuse(403);
    const wait = requests.take(senderOf(request));
    if (wait > 0) return refuse(429, wait);
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === PAIR_PATH) return pair(request, response, refuse);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
    if (path === '/') {
      response.writeHead(302, { location: PHONE_PAGE }).end();
      return;
    }
    if (path === '/api/health')
      return sendJson(response, { code: 200, msg: '', data: { build: options.build } });
    const file = await readBuiltFile(options.pagesDir, path === PHONE_PAGE ? 'index.html' : path.slice(1));
    if (file === null) return refuse(404);
    response.writeHead(200, { 'content-type': file.type, 'cache-control': file.cache ?? 'no-cache' });
    response.end(request.method === 'HEAD' ? undefined : file.body);
  }

  async function pair(
    request: IncomingMessage,
    response: ServerResponse,
    refuse: (status: number, retryAfter?: number) => void,
  ): Promise<void> {
    const { origin, 'content-type': type = '' } = request.headers;
    // A page of another site can post a form, but not JSON.
    if (request.method !== 'POST' || origin === undefined) return refuse(405);
    if (!/^application\/json(?:;|$)/i.test(type)) return refuse(415);
    const wait = pairings.take(senderOf(request));
    if (wait > 0) return refuse(429, wait);
    const body = await readBody(request, MAX_PAIR_BYTES);
    if (body === null) return refuse(413);
    const asked = pairRequestSchema.safeParse(parseJson(body));
    if (!asked.success) return refuse(400);
    const token = options.pair(asked.data.code, asked.data.name);
    if (token === null) return refuse(403);
    sendJson(response, { token });
  }

  const upgrades = new Upgrades(server, {
    headers: headersOf(''),
    budget: (request) => upgradeBudget.take(senderOf(request)),
    log: options.log,
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_REQUEST,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('ringside') ? 'ringside' : false),
  });
  const counter = new SocketCounter<string>();
  const phones = new Map<WebSocket, string>();
  upgrades.add({
    path: SCREEN_SOCKET_PATH,
    isTrusted: (request) =>
      isOwn(request, served) && request.headers.origin === `http://${request.headers.host}`,
    handle: (upgrade) => admit(upgrade),
  });

  function admit(upgrade: Upgrade): void {
    // A browser hides the reason of a failed handshake: complete the handshake, then close with the code.
    const refuse = (code: CloseCode) => upgrade.accept(sockets, (ws) => ws.close(code));
    const token = tokenInProtocols(upgrade.request.headers['sec-websocket-protocol']);
    const phone = token === null ? null : options.find(token);
    if (phone === null) {
      refuse(closeCodes.signedOut);
      return;
    }
    const release = counter.acquire(phone.id, MOST_SOCKETS_OF_PHONE);
    if (release === null) {
      refuse(closeCodes.tooManyScreens);
      return;
    }
    upgrade.onClose(release);
    upgrade.accept(sockets, (ws) => {
      phones.set(ws, phone.id);
      const leave = options.joined(phone.id);
      ws.on('close', () => {
        phones.delete(ws);
        leave();
      });
      joinScreen(ws, {
        backstage: options,
        by: `phone-${phone.id}`,
        pace: PACE,
        // A revoked phone makes no call, even while its socket still closes.
        mayCall: (name) => phones.has(ws) && phoneMayCall(name),
        refusal: 'phone.notAllowed',
        mayGet: (push) => phones.has(ws) && phoneMayGet(push),
      });
    });
  }

  const end = (ws: WebSocket, code: number) => {
    phones.delete(ws);
    ws.close(code);
    setTimeout(() => ws.terminate(), FAREWELL_MS).unref();
  };
  return {
    port: served,
    disconnect: (id) => {
      for (const [ws, phone] of phones) if (phone === id) end(ws, closeCodes.signedOut);
    },
    close: async (code = GOING_AWAY) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const hadPhones = phones.size > 0 || sockets.clients.size > 0;
      for (const ws of [...phones.keys()]) end(ws, code);
      server.closeIdleConnections();
      if (hadPhones) await new Promise((resolve) => setTimeout(resolve, FAREWELL_MS));
      upgrades.close();
      sockets.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/**
 * Whether a request comes from the local network and names this machine by the address that it reached. Rejects DNS
 * rebinding, which needs a name.
 */
function isOwn({ headers: { host }, socket }: IncomingMessage, port: number): boolean {
  const reached = (socket.localAddress ?? '').replace(/^::ffff:/, '');
  return isLocalSender(socket.remoteAddress) && host === `${reached}:${port}`;
}

const senderOf = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? '';

/** Returns the security headers of every response. Pages load from this server and connect to it only. */
function headersOf(host: string): Record<string, string> {
  // Older browsers do not count a WebSocket to the page's own host as 'self'.
  const socket = /^[0-9.:]+$/.test(host) ? ` ws://${host}` : '';
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self' data:",
      `connect-src 'self'${socket}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
}

function sendJson(response: ServerResponse, content: object): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(content));
}
