import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { requestSchema } from '#shared/contract/backstage.ts';
import { type Admission, type CloseCode, closeCodes, type Entrance } from './hosting/entrance.ts';
import { ScreenNumbers } from './screenNumbers.ts';
import { isTrustedOrigin, type Trust } from './trust.ts';

const PATH = '/backstage';
/** What a page offers beside the token that says who it is, and what is answered: a token is not repeated. */
const PROTOCOL = 'ringside';
/** A request of a screen is small; the largest is a preset with pictures. */
const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
const PING_EVERY_MS = 20_000;

export interface SocketOptions {
  entrance: Entrance;
  trust: Trust;
  /** Sockets of these paths belong to somebody else. */
  others?: readonly string[];
  /** How often those who are in are looked at again (ms). */
  lookEveryMs?: number;
}

/** What is known of the screens that are joined. */
export interface Sockets {
  readonly screens: number;
  /** Closes all of them. */
  stop(): void;
}

/** Serves backstages to screens over WebSockets at `/backstage`. */
export function serveBackstage(server: Server, options: SocketOptions): Sockets {
  const { entrance, trust, others = [], lookEveryMs = PING_EVERY_MS } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_REQUEST_BYTES,
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  });
  const joined = new Map<WebSocket, Admission>();
  const numbers = new ScreenNumbers();
  const cookies = new WeakMap<IncomingMessage, string>();
  sockets.on('headers', (headers, request) => {
    const cookie = cookies.get(request);
    if (cookie !== undefined) headers.push(`Set-Cookie: ${cookie}`);
  });

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = new URL(request.url ?? '/', 'http://ringside').pathname;
    if (others.includes(path)) return;
    if (path !== PATH) return refuse(socket, 404);
    if (!isTrustedOrigin(request.headers.origin, request.headers.host, trust)) return refuse(socket, 403);
    socket.on('error', () => socket.destroy());
    void entrance(request)
      // What went wrong is the server's own; the page tries again.
      .catch(() => closeCodes.unavailable)
      .then((admission) => {
        if (typeof admission === 'number') {
          // A page learns nothing of a handshake that fails, so it is let in as far as the door.
          if (!socket.destroyed) {
            sockets.handleUpgrade(request, socket, head, (ws) => turnAway(ws, admission));
          }
        } else if (socket.destroyed) {
          admission.leave();
        } else {
          if (admission.cookie !== null) cookies.set(request, admission.cookie);
          sockets.handleUpgrade(request, socket, head, (ws) => join(ws, admission, joined, numbers));
        }
      });
  };
  server.on('upgrade', onUpgrade);
  const looking = setInterval(() => {
    for (const [ws, admission] of joined) {
      ws.ping();
      void admission.revoked().then((code) => {
        if (code !== null) turnAway(ws, code);
      });
    }
  }, lookEveryMs);
  return {
    get screens() {
      return joined.size;
    },
    stop: () => {
      clearInterval(looking);
      server.off('upgrade', onUpgrade);
      for (const ws of sockets.clients) ws.terminate();
      sockets.close();
    },
  };
}

function refuse(socket: Duplex, status: 403 | 404): void {
  const text = status === 403 ? 'Forbidden' : 'Not Found';
  socket.end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function turnAway(ws: WebSocket, code: CloseCode): void {
  ws.on('error', () => ws.terminate());
  ws.close(code);
}

function join(
  ws: WebSocket,
  admission: Admission,
  joined: Map<WebSocket, Admission>,
  numbers: ScreenNumbers,
): void {
  const window = numbers.take(admission.backstage);
  const client = admission.backstage.connect({
    by: `window-${window.number}`,
    send: (push) => {
      ws.send(JSON.stringify(push), () => client.setBacklog(ws.bufferedAmount));
    },
  });
  joined.set(ws, admission);
  const send = (message: object) => {
    if (ws.readyState === ws.OPEN) ws.send(JSON.stringify(message));
  };
  ws.on('message', (data) => {
    const asked = parseJson(data);
    const request = requestSchema.safeParse(asked);
    if (request.success && !admission.mayCall(request.data.call)) {
      send({ id: request.data.id, ok: false, problem: { code: 'account.required' } });
    } else {
      void client.request(asked).then(send);
    }
  });
  ws.on('error', () => ws.terminate());
  ws.on('close', () => {
    joined.delete(ws);
    client.close();
    window.leave();
    admission.leave();
  });
}

/** What is not JSON is handed on as undefined, which the backstage refuses like any other bad request. */
function parseJson(data: RawData): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
