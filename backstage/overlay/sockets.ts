import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { OverlaySocket } from './door.ts';
import type { OverlayGate } from './gate.ts';

export const OVERLAY_SOCKET = '/overlay/socket';

/** A page's messages are tiny. */
const MAX_RECEIVED_BYTES = 4 * 1024;
const PING_EVERY_MS = 20_000;

export interface SocketsOptions {
  gate: OverlayGate;
  /** Whether a page of this origin, under this host, may connect. */
  isTrusted: (request: IncomingMessage) => boolean;
  /** False where sockets of other paths belong to somebody else, who answers them. */
  alone?: boolean;
}

/**
 * Serves the sockets of overlays at `/overlay/socket`. One that has not answered a ping by the next one is gone.
 * Returns a function that closes all of its own.
 */
export function serveOverlaySockets(
  server: Server,
  { gate, isTrusted, alone = false }: SocketsOptions,
): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_RECEIVED_BYTES,
    perMessageDeflate: false,
  });
  const quiet = new WeakSet<WebSocket>();
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = (request.url ?? '').split('?')[0];
    if (path !== OVERLAY_SOCKET) {
      if (alone) refuse(socket, '404 Not Found');
      return;
    }
    socket.on('error', () => socket.destroy());
    if (!isTrusted(request)) return refuse(socket, '403 Forbidden');
    sockets.handleUpgrade(request, socket, head, (ws) => {
      ws.on('pong', () => quiet.delete(ws));
      join(ws, gate);
    });
  };
  server.on('upgrade', onUpgrade);
  const pinging = setInterval(() => {
    for (const ws of sockets.clients) {
      if (quiet.has(ws)) ws.terminate();
      else {
        quiet.add(ws);
        ws.ping();
      }
    }
  }, PING_EVERY_MS);
  return () => {
    clearInterval(pinging);
    server.off('upgrade', onUpgrade);
    for (const ws of sockets.clients) ws.terminate();
    sockets.close();
  };
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function join(ws: WebSocket, gate: OverlayGate): void {
  const admitted = gate.admit(socketOf(ws));
  ws.on('message', (data: RawData, isBinary) => {
    if (isBinary) ws.close();
    else admitted.receive(String(data));
  });
  ws.on('error', () => ws.terminate());
  ws.on('close', () => admitted.left());
}

const AS_TEXT = { binary: false };

function socketOf(ws: WebSocket): OverlaySocket {
  return {
    get backlog() {
      return ws.bufferedAmount;
    },
    send: (message) => {
      if (ws.readyState === ws.OPEN) ws.send(message, AS_TEXT);
    },
    close: () => ws.close(),
    drop: () => ws.terminate(),
  };
}
