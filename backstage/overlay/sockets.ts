import type { IncomingMessage } from 'node:http';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Upgrades } from '../sockets/upgrades.ts';
import type { GateOptions, OverlayGate } from './gate.ts';
import type { OverlaySocket } from './overlayEndpoint.ts';

export const OVERLAY_SOCKET = '/overlay/socket';

/** The largest message of a page (bytes). */
const MAX_RECEIVED_BYTES = 4 * 1024;

export interface SocketsOptions {
  gate: OverlayGate;
  /** Whether a page of this origin, under this host, may connect. */
  isTrusted: (request: IncomingMessage) => boolean;
  /** Returns how the overlays of this connection are found, if not as the gate does. */
  findFor?: (request: IncomingMessage) => GateOptions['find'] | undefined;
}

/** Serves the sockets of overlays at `/overlay/socket`. Returns a function that closes all of them. */
export function serveOverlaySockets(
  upgrades: Upgrades,
  { gate, isTrusted, findFor }: SocketsOptions,
): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_RECEIVED_BYTES,
    perMessageDeflate: false,
  });
  upgrades.add({
    path: OVERLAY_SOCKET,
    isTrusted,
    handle: (upgrade) => upgrade.accept(sockets, (ws) => join(ws, gate, findFor?.(upgrade.request))),
  });
  return () => {
    for (const ws of sockets.clients) ws.terminate();
    sockets.close();
  };
}

function join(ws: WebSocket, gate: OverlayGate, find?: GateOptions['find']): void {
  const admitted = gate.admit(socketOf(ws), find);
  ws.on('message', (data: RawData, isBinary) => {
    if (isBinary) ws.terminate();
    else admitted.receive(String(data));
  });
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
