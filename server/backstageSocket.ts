import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Backstage } from '#backstage/api.ts';
import { isTrustedOrigin, type Trust } from './trust.ts';

const PATH = '/backstage';
/** A request of a screen is small; the largest is a preset with pictures. */
const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
const PING_EVERY_MS = 20_000;

/**
 * Serves the backstage to screens over WebSockets at `/backstage`. Sockets of `others`' paths are theirs.
 * Returns a function that closes all of its own.
 */
export function serveBackstage(
  server: Server,
  backstage: Backstage,
  trust: Trust,
  others: readonly string[] = [],
): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_REQUEST_BYTES });
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = new URL(request.url ?? '/', 'http://ringside').pathname;
    if (others.includes(path)) return;
    if (path !== PATH) return refuse(socket, 404);
    if (!isTrustedOrigin(request.headers.origin, request.headers.host, trust)) return refuse(socket, 403);
    sockets.handleUpgrade(request, socket, head, (ws) => join(ws, backstage));
  };
  server.on('upgrade', onUpgrade);
  const pinging = setInterval(() => {
    for (const ws of sockets.clients) ws.ping();
  }, PING_EVERY_MS);
  return () => {
    clearInterval(pinging);
    server.off('upgrade', onUpgrade);
    for (const ws of sockets.clients) ws.terminate();
    sockets.close();
  };
}

function refuse(socket: Duplex, status: 403 | 404): void {
  const text = status === 403 ? 'Forbidden' : 'Not Found';
  socket.end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function join(ws: WebSocket, backstage: Backstage): void {
  const client = backstage.connect({
    by: randomUUID().slice(0, 8),
    send: (push) => {
      ws.send(JSON.stringify(push), () => client.setBacklog(ws.bufferedAmount));
    },
  });
  ws.on('message', (data) => {
    void client.request(parseJson(data)).then((response) => {
      if (ws.readyState === ws.OPEN) ws.send(JSON.stringify(response));
    });
  });
  ws.on('error', () => ws.terminate());
  ws.on('close', () => client.close());
}

/** What is not JSON is handed on as undefined, which the backstage refuses like any other bad request. */
function parseJson(data: RawData): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
