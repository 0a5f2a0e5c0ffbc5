import type { LookupFunction } from 'node:net';
import { WebSocket } from 'ws';
import { RingsideError } from '#shared/contract/error.ts';
import type { LiveSocket, Opening, OpenSocket, SocketEnd, SocketEvents } from '#shared/live/source.ts';
import { retryAfter, wasReached } from './http.ts';
import { handshakeHeaders } from './wire.ts';

/** The largest frame (bytes). A larger one closes the connection. */
const LARGEST_FRAME = 8 * 1024 * 1024;
const HANDSHAKE_LIMIT = 15_000;
/** Longest kept reason of a refused upgrade (characters). */
const LONGEST_REASON = 200;

/** Opens the sockets of a room client with `ws`. */
export const openWsSocket: OpenSocket = wsSocketWith({});

/** The same with another DNS resolver. A RingsideError of the resolver ends the socket as `barred`. */
export function wsSocketWith(resolver: { lookup?: LookupFunction }): OpenSocket {
  return (opening, events) => openSocket(opening, events, resolver);
}

function openSocket(
  opening: Opening,
  events: SocketEvents,
  resolver: { lookup?: LookupFunction },
): LiveSocket {
  let over = false;
  const end = (reason: SocketEnd): void => {
    if (over) return;
    over = true;
    events.onEnd(reason);
  };
  let socket: WebSocket;
  try {
    socket = new WebSocket(opening.url, {
      headers: opening.headers,
      maxPayload: LARGEST_FRAME,
      handshakeTimeout: HANDSHAKE_LIMIT,
      perMessageDeflate: false,
      ...resolver,
    });
  } catch (error) {
    // The address or a header is invalid.
    setImmediate(end, { kind: 'closed', code: 1006, reason: String(error) });
    return { send: () => {}, close: () => {} };
  }
  let fault: Error | null = null;
  socket.on('open', () => events.onOpen());
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    // Pass a Uint8Array: unlike its `slice`, that of a Buffer does not copy.
    if (isBinary && !over) events.onFrame(new Uint8Array(data.buffer, data.byteOffset, data.length));
  });
  socket.on('unexpected-response', (request, response) => {
    const message = response.headers[handshakeHeaders.message];
    const status = response.headers[handshakeHeaders.status];
    end({
      kind: 'refused',
      status: response.statusCode ?? 0,
      handshakeMessage: typeof message === 'string' ? message.slice(0, LONGEST_REASON) : '',
      handshakeStatus: Number(status) || 0,
      retryAfterSeconds: retryAfter(response.headers['retry-after'], Date.now()),
    });
    response.destroy();
    request.destroy();
  });
  socket.on('error', (error) => {
    fault = error;
  });
  socket.on('close', (code, reason) => {
    if (fault instanceof RingsideError) end({ kind: 'barred', problem: fault.problem });
    else
      end({ kind: 'closed', code, reason: fault?.message ?? reason.toString(), reached: wasReached(fault) });
  });
  return {
    send: (bytes) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(bytes);
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: () => {
      // Resume: a paused socket would never read the close frame of the other side.
      socket.resume();
      if (socket.readyState === WebSocket.CONNECTING) socket.terminate();
      else socket.close(1000);
    },
  };
}
