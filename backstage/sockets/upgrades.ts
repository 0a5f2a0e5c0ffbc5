import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { noteDrop } from './throttledSocket.ts';

/** The handler of the WebSockets at one path. */
interface UpgradeRoute {
  path: string;
  /** Whether the Host and Origin headers of the request are acceptable. */
  isTrusted(request: IncomingMessage): boolean;
  /** Accepts or refuses an upgrade that has passed all checks. An error is answered with 503. */
  handle(upgrade: Upgrade): void | Promise<void>;
}

export interface UpgradesOptions {
  /** Applies the sender's rate limit to one upgrade. Returns the seconds to wait; 0 if it is allowed. */
  budget?: (request: IncomingMessage) => number;
  /** Headers of the answers to refused upgrades. */
  headers?: Readonly<Record<string, string>>;
  /** The interval of pings (ms). A socket that misses several pongs is dropped. */
  pingEveryMs?: number;
  /** Limit of the unsent bytes of all sockets together. Above it, the sockets with the largest backlogs are dropped. */
  mostUnsent?: number;
  /** Time limit for accepting or refusing an upgrade (ms). */
  decideWithinMs?: number;
  log?: (message: string, error: unknown) => void;
}

const PING_EVERY_MS = 20_000;
const DECIDE_WITHIN_MS = 20_000;
const LOOK_AT_UNSENT_EVERY_MS = 1000;
const MOST_UNSENT = 256 * 1024 * 1024;
/** Missed pongs after which a socket counts as dead. One pong may be late because this process was busy. */
const MOST_MISSED = 2;
/** The same for a paused socket: its pongs are not read. */
const MOST_MISSED_UNREAD = 6;
/**
 * Limit of control frames per socket and second. `ws` answers each ping at once, without the rate limit of messages, so
 * a flood of pings would block the process. Browsers send no pings.
 */
const MOST_CONTROL_FRAMES = 50;

/**
 * The only listener for upgrades of an HTTP server. Every upgrade passes the same checks in the same order before a
 * route sees it: an error handler, the path, Host and Origin, the sender's budget, the WebSocket handshake.
 */
export class Upgrades {
  readonly #server: Server;
  readonly #options: UpgradesOptions;
  readonly #routes = new Map<string, UpgradeRoute>();
  readonly #sockets = new Set<Duplex>();
  /** Accepted sockets with their number of missed pongs. */
  readonly #missed = new Map<WebSocket, number>();
  readonly #paths = new WeakMap<WebSocket, string>();
  readonly #pinging: NodeJS.Timeout;
  readonly #looking: NodeJS.Timeout;
  readonly #onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    this.#admit(request, socket, head);

  constructor(server: Server, options: UpgradesOptions = {}) {
    this.#server = server;
    this.#options = options;
    server.on('upgrade', this.#onUpgrade);
    this.#pinging = setInterval(() => this.#ping(), options.pingEveryMs ?? PING_EVERY_MS);
    this.#looking = setInterval(() => this.#dropFurthestBehind(), LOOK_AT_UNSENT_EVERY_MS);
  }

  add(route: UpgradeRoute): void {
    this.#routes.set(route.path, route);
  }

  /** Bytes that are written and not sent yet, by path. */
  get unsent(): ReadonlyMap<string, number> {
    const sums = new Map([...this.#routes.keys()].map((path) => [path, 0]));
    for (const ws of this.#missed.keys()) {
      const path = this.#paths.get(ws) ?? '';
      sums.set(path, (sums.get(path) ?? 0) + ws.bufferedAmount);
    }
    return sums;
  }

  /** Destroys all sockets, also those that are not upgraded yet. */
  close(): void {
    clearInterval(this.#pinging);
    clearInterval(this.#looking);
    this.#server.off('upgrade', this.#onUpgrade);
    for (const socket of this.#sockets) socket.destroy();
  }

  #admit(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Must be the first statement: an error without a listener, such as ECONNRESET, ends the process.
    socket.on('error', () => socket.destroy());
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    const upgrade = new Upgrade(request, socket, head, {
      headers: this.#options.headers ?? {},
      decideWithinMs: this.#options.decideWithinMs ?? DECIDE_WITHIN_MS,
      accepted: (ws) => {
        this.#paths.set(ws, pathOf(request));
        this.#watch(ws);
      },
      log: this.#options.log ?? (() => {}),
    });
    // `#decide` is async, so that every error is a rejection.
    void this.#decide(upgrade).catch((error: unknown) => upgrade.fail(error));
  }

  async #decide(upgrade: Upgrade): Promise<void> {
    const { request } = upgrade;
    const route = this.#routes.get(pathOf(request));
    if (route === undefined) {
      upgrade.refuse(404);
    } else if (!route.isTrusted(request)) {
      upgrade.refuse(403);
    } else {
      const wait = this.#options.budget?.(request) ?? 0;
      if (wait > 0) upgrade.refuse(429, Math.ceil(wait));
      else if (!isHandshake(request)) upgrade.refuse(400);
      else await route.handle(upgrade);
    }
  }

  #watch(ws: WebSocket): void {
    this.#missed.set(ws, 0);
    let second = 0;
    let frames = 0;
    const countFrame = () => {
      const now = Math.floor(performance.now() / 1000);
      frames = now === second ? frames + 1 : 1;
      second = now;
      if (frames !== MOST_CONTROL_FRAMES + 1) return;
      noteDrop('flood');
      ws.terminate();
    };
    ws.on('ping', countFrame);
    ws.on('pong', () => {
      this.#missed.set(ws, 0);
      countFrame();
    });
    ws.on('error', () => ws.terminate());
    ws.on('close', () => this.#missed.delete(ws));
  }

  #ping(): void {
    for (const [ws, missed] of this.#missed) {
      if (missed >= (ws.isPaused ? MOST_MISSED_UNREAD : MOST_MISSED)) {
        noteDrop('silent');
        ws.terminate();
      } else {
        this.#missed.set(ws, missed + 1);
        if (ws.readyState === ws.OPEN) ws.ping();
      }
    }
  }

  /** Limits the memory of all backlogs together. Each socket also has its own limit. */
  #dropFurthestBehind(): void {
    const { mostUnsent = MOST_UNSENT } = this.#options;
    let unsent = 0;
    for (const { bufferedAmount } of this.#missed.keys()) unsent += bufferedAmount;
    if (unsent <= mostUnsent) return;
    const byBacklog = [...this.#missed.keys()].sort((a, b) => b.bufferedAmount - a.bufferedAmount);
    for (const ws of byBacklog) {
      if (unsent <= mostUnsent) return;
      unsent -= ws.bufferedAmount;
      noteDrop('backlog');
      ws.terminate();
    }
  }
}

interface Decision {
  headers: Readonly<Record<string, string>>;
  decideWithinMs: number;
  accepted: (ws: WebSocket) => void;
  log: (message: string, error: unknown) => void;
}

type RefusalStatus = 400 | 401 | 403 | 404 | 429 | 503;

/** An upgrade request, to be accepted or refused. */
export class Upgrade {
  readonly request: IncomingMessage;
  readonly #socket: Duplex;
  readonly #head: Buffer;
  readonly #decision: Decision;
  readonly #late: NodeJS.Timeout;
  #decided = false;

  constructor(request: IncomingMessage, socket: Duplex, head: Buffer, decision: Decision) {
    this.request = request;
    this.#socket = socket;
    this.#head = head;
    this.#decision = decision;
    this.#late = setTimeout(() => this.refuse(503), decision.decideWithinMs);
    this.onClose(() => clearTimeout(this.#late));
  }

  /** The query without its question mark. */
  get query(): string {
    const url = this.request.url ?? '';
    const start = url.indexOf('?');
    return start < 0 ? '' : url.slice(start + 1);
  }

  /**
   * Calls the listener once, when the socket is closed for any reason; at once if it is closed already. Use it to
   * release what was acquired for the socket.
   */
  onClose(listener: () => void): void {
    if (this.#socket.destroyed) listener();
    else this.#socket.once('close', listener);
  }

  /** Completes the handshake. Does nothing if the socket is closed or already refused. `ws` runs on `connection`. */
  accept(sockets: WebSocketServer, join: (ws: WebSocket, connection: Duplex) => void): void {
    if (!this.#decide()) return;
    sockets.handleUpgrade(this.request, this.#socket, this.#head, (ws) => {
      this.#decision.accepted(ws);
      try {
        join(ws, this.#socket);
      } catch (error) {
        this.#decision.log('a socket could not be connected', error);
        noteDrop('fault');
        ws.terminate();
      }
    });
  }

  /** Hands the connection over to the caller. Returns null if it is closed or already refused. */
  take(): { socket: Duplex; head: Buffer } | null {
    return this.#decide() ? { socket: this.#socket, head: this.#head } : null;
  }

  /** Answers with a status and destroys the socket. Otherwise the sender could keep it half open. */
  refuse(status: RefusalStatus, retryAfterSeconds = 0): void {
    if (!this.#decide()) return;
    const headers: Record<string, string> = {
      ...this.#decision.headers,
      ...(retryAfterSeconds > 0 ? { 'retry-after': String(retryAfterSeconds) } : {}),
      connection: 'close',
      'content-length': '0',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#socket.once('finish', () => this.#socket.destroy());
    this.#socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
  }

  /** Handles an error of the decision: refuses with 503. */
  fail(error: unknown): void {
    this.#decision.log('an upgrade failed', error);
    if (this.#decided) this.#socket.destroy();
    else this.refuse(503, 2);
  }

  #decide(): boolean {
    if (this.#decided || this.#socket.destroyed) return false;
    this.#decided = true;
    clearTimeout(this.#late);
    return true;
  }
}

/** Returns the path of the request. Does not parse the URL: `new URL` throws on a path such as `//`. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}

/** A comma-separated list of subprotocol names. */
const PROTOCOLS = /^\s*[!#$%&'*+\-.^_`|~0-9A-Za-z]+(?:\s*,\s*[!#$%&'*+\-.^_`|~0-9A-Za-z]+)*\s*$/;

/**
 * Whether the request is a valid WebSocket handshake. `ws` checks this too late, after a route has handled the upgrade.
 */
function isHandshake({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '') &&
    /^(?:13|8)$/.test(headers['sec-websocket-version'] ?? '') &&
    PROTOCOLS.test(headers['sec-websocket-protocol'] ?? 'none')
  );
}
