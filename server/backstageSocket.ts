import type { IncomingMessage } from 'node:http';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Upgrades } from '#backstage/sockets/upgrades.ts';
import { requestSchema } from '#shared/contract/backstage.ts';
import { type Admission, closeCodes, type Entrance } from './hosting/entrance.ts';
import { ScreenNumbers } from './screenNumbers.ts';
import { isTrustedOrigin, type Trust } from './trust.ts';

const PATH = '/backstage';
/** What a page offers beside the token that says who it is, and what is answered: a token is not repeated. */
const PROTOCOL = 'ringside';
/** A request of a screen is small; the largest is a preset with pictures. */
const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
const LOOK_EVERY_MS = 20_000;

export interface SocketOptions {
  entrance: Entrance;
  trust: Trust;
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
export function serveBackstage(upgrades: Upgrades, options: SocketOptions): Sockets {
  const { entrance, trust, lookEveryMs = LOOK_EVERY_MS } = options;
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

  upgrades.add({
    path: PATH,
    isTrusted: ({ headers: { origin, host } }) => isTrustedOrigin(origin, host, trust),
    take: async (upgrade) => {
      // A fault of the server's own is no refusal: the page tries again.
      const admission = await entrance(upgrade.request).catch(() => closeCodes.unavailable);
      if (typeof admission === 'number') {
        // A page learns nothing from a handshake that fails: complete it, then close with the code.
        upgrade.accept(sockets, (ws) => ws.close(admission));
        return;
      }
      upgrade.onClose(() => admission.leave());
      if (admission.cookie !== null) cookies.set(upgrade.request, admission.cookie);
      upgrade.accept(sockets, (ws) => join(ws, admission, joined, numbers));
    },
  });
  const looking = setInterval(() => {
    for (const [ws, admission] of joined) {
      void admission.revoked().then((code) => {
        if (code !== null) ws.close(code);
      });
    }
  }, lookEveryMs);
  return {
    get screens() {
      return joined.size;
    },
    stop: () => {
      clearInterval(looking);
      for (const ws of sockets.clients) ws.terminate();
      sockets.close();
    },
  };
}

function join(
  ws: WebSocket,
  admission: Admission,
  joined: Map<WebSocket, Admission>,
  numbers: ScreenNumbers,
): void {
  const window = numbers.take(admission.backstage);
  ws.on('close', () => window.leave());
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
  ws.on('close', () => {
    joined.delete(ws);
    client.close();
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
