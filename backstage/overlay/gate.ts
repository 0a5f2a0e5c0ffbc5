import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { fromOverlaySchema, OVERLAY_PROTOCOL } from '#shared/contract/overlay/message.ts';
import { overlayTokenSchema } from '#shared/contract/overlay/widget.ts';
import { parseJson } from '#shared/json.ts';
import { SocketCounter } from '../sockets/throttledSocket.ts';
import type { Upgrades } from '../sockets/upgrades.ts';
import { textOf } from './channel.ts';
import type { OverlayEndpoint, OverlaySocket, OverlaySubscription } from './overlayEndpoint.ts';

/** The backstage to which an overlay belongs. */
export interface Found {
  endpoint: Pick<OverlayEndpoint, 'subscribe'>;
  /** Called when the overlay is disconnected. */
  leave?: () => void;
}

/** How many pages may be connected at once. */
export interface PageLimits {
  /** All admitted pages. */
  inAll: number;
  /** Pages of one backstage, for all of its widgets. */
  ofHost: number;
  /** Pages of one widget. */
  ofLink: number;
}

interface GateOptions {
  /** Finds the backstage of a widget by its token; null if there is none. Rejects if it is temporarily unavailable. */
  find: (token: string) => Found | null | Promise<Found | null>;
  /** The time of the shows' clock (ms since 1970). */
  now: () => number;
  limits?: Partial<PageLimits>;
  /** The time within which a page must send its token (ms). */
  patience?: number;
  /** The largest number of connections that are not admitted. Above it, the oldest one is dropped. */
  mostStrangers?: number;
}

const defaultLimits: PageLimits = { inAll: 2500, ofHost: 500, ofLink: 100 };
const MOST_STRANGERS = 1000;

/** A page with more unsent bytes gets no answer, because it does not read. */
const MOST_BACKLOG = 64 * 1024;
/** The largest number of messages of a page in a second. A normal page sends one in many seconds. */
const MOST_MESSAGES = 20;

/** The callbacks of one connection, which the transport calls. */
interface Admitted {
  receive(text: string): void;
  left(): void;
}

/**
 * Admits overlay pages by the token in their first message, on any transport. A connection that sends no message or an
 * invalid one is dropped without an answer. Connections without a valid token do not count towards the page limits. If
 * there are too many of them, the oldest is dropped; a real page sends its token before that.
 */
export class OverlayGate {
  readonly #options: GateOptions;
  readonly #limits: PageLimits;
  readonly #hosts = new SocketCounter<Found['endpoint']>();
  readonly #links = new SocketCounter<string>();
  /** For each connection that is not admitted, the function that drops it; the oldest first. */
  readonly #strangers = new Set<() => void>();
  #connected = 0;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
  }

  /** The number of admitted pages. */
  get connected(): number {
    return this.#connected;
  }

  /** `find` replaces the one of the options for this connection. */
  admit(socket: OverlaySocket, find = this.#options.find): Admitted {
    const { now, patience = 10_000, mostStrangers = MOST_STRANGERS } = this.#options;
    let subscription: OverlaySubscription | null = null;
    const leaving: (() => void)[] = [];
    let openReceived = false;
    let ended = false;
    let gone = false;
    let second = 0;
    let messages = 0;
    const refuse = (reason: 'token' | 'protocol' | 'busy') => {
      ended = true;
      socket.send(textOf({ type: 'refused', reason }));
      socket.close();
    };
    const waiting = setTimeout(() => socket.drop(), patience);
    const drop = () => {
      this.#strangers.delete(drop);
      ended = true;
      socket.drop();
    };
    this.#strangers.add(drop);
    const [oldest] = this.#strangers;
    if (this.#strangers.size > mostStrangers) oldest?.();

    /** Calls a function when the page is disconnected; at once if it already is. */
    const onGone = (leave: () => void) => {
      if (gone) leave();
      else leaving.push(leave);
    };

    const open = async (token: string) => {
      if (!overlayTokenSchema.safeParse(token).success) return refuse('token');
      const leaveLink = this.#links.acquire(token, this.#limits.ofLink);
      if (leaveLink === null) return refuse('busy');
      onGone(leaveLink);
      const found = await find(token);
      if (found?.leave !== undefined) onGone(found.leave);
      if (gone || ended) return;
      if (found === null) return refuse('token');
      if (this.#connected >= this.#limits.inAll) return refuse('busy');
      const leaveHost = this.#hosts.acquire(found.endpoint, this.#limits.ofHost);
      if (leaveHost === null) return refuse('busy');
      onGone(leaveHost);
      subscription = found.endpoint.subscribe(token, socket);
      if (subscription === null) return refuse('token');
      this.#strangers.delete(drop);
      this.#connected += 1;
      onGone(() => {
        this.#connected -= 1;
      });
    };

    return {
      receive: (text) => {
        if (ended) return;
        const at = Math.floor(now() / 1000);
        messages = at === second ? messages + 1 : 1;
        second = at;
        const message = fromOverlaySchema.safeParse(parseJson(text));
        if (!message.success || messages > MOST_MESSAGES) {
          ended = true;
          // Drop without a handshake: a flooding page would continue until the handshake ends.
          socket.drop();
          return;
        }
        switch (message.data.type) {
          case 'open':
            if (openReceived) break;
            openReceived = true;
            clearTimeout(waiting);
            if (message.data.protocol !== OVERLAY_PROTOCOL) refuse('protocol');
            else open(message.data.token).catch(() => refuse('busy'));
            break;
          case 'resync':
            subscription?.resync();
            break;
          case 'ping':
            if (subscription !== null && socket.backlog < MOST_BACKLOG)
              socket.send(textOf({ type: 'pong', now: now() }));
            break;
        }
      },
      left: () => {
        if (gone) return;
        gone = true;
        clearTimeout(waiting);
        this.#strangers.delete(drop);
        subscription?.leave();
        for (const leave of leaving) leave();
      },
    };
  }
}

export const OVERLAY_SOCKET = '/overlay/socket';

/** The largest message of a page (bytes). */
const MAX_RECEIVED_BYTES = 4 * 1024;

interface SocketsOptions {
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
    handle: (upgrade) =>
      upgrade.accept(sockets, (ws, connection) =>
        join(socketOf(ws, connection), ws, gate, findFor?.(upgrade.request)),
      ),
  });
  return () => {
    for (const ws of sockets.clients) ws.terminate();
    sockets.close();
  };
}

function join(socket: OverlaySocket, ws: WebSocket, gate: OverlayGate, find?: GateOptions['find']): void {
  const admitted = gate.admit(socket, find);
  ws.on('message', (data: RawData, isBinary) => {
    if (isBinary) ws.terminate();
    else admitted.receive(String(data));
  });
  ws.on('close', () => admitted.left());
}

function socketOf(ws: WebSocket, connection: Duplex): OverlaySocket {
  return {
    get backlog() {
      return ws.bufferedAmount;
    },
    send: (text) => {
      if (ws.readyState === ws.OPEN) ws.send(text);
    },
    // `ws` sends without compression at once, so frames keep their order. It encodes a message once for each socket.
    sendFrame: (frame) => {
      if (ws.readyState === ws.OPEN) connection.write(frame);
    },
    close: () => ws.close(),
    drop: () => ws.terminate(),
  };
}
