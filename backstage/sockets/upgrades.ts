import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { noteDrop } from './drops.ts';

/** Sockets of one path. */
export interface UpgradeRoute {
  path: string;
  /** Whether the Host and Origin headers of the request are acceptable. */
  isTrusted(request: IncomingMessage): boolean;
  /** Accepts or refuses an upgrade that has passed all checks. A throw or a rejection is answered with 503. */
  handle(upgrade: Upgrade): void | Promise<void>;
}

export interface UpgradesOptions {
  /** Takes one upgrade from the sender's budget: 0, or the seconds to wait. */
  budget?: (request: IncomingMessage) => number;
  /** Headers of every answer to a refused upgrade. */
  headers?: Readonly<Record<string, string>>;
  /** A socket that has not answered two pings in a row is dropped (ms). */
  pingEveryMs?: number;
  /** Bytes that all sockets together may have to send. Above it, those that are furthest behind are dropped. */
  mostUnsent?: number;
  /** How long accepting or refusing an upgrade may take (ms). */
  decideWithinMs?: number;
  log?: (message: string, error: unknown) => void;
}

const PING_EVERY_MS = 20_000;
const DECIDE_WITHIN_MS = 20_000;
const LOOK_AT_UNSENT_EVERY_MS = 1000;
const MOST_UNSENT = 256 * 1024 * 1024;
/** Pings without a pong after which a socket is taken for dead. One may be late because this process was busy. */
const MOST_MISSED = 2;
/** The same of a socket that is not read at the moment, so that its pongs cannot arrive. */
const MOST_MISSED_UNREAD = 6;
/**
 * Pings and pongs of one socket in a second. `ws` answers each ping at once, outside of the pace of messages, so a flood of
 * pings would keep the process from everything else. Browsers send no pings at all.
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
  /** Accepted sockets, with the pings that each has not answered. */
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

  /** Destroys every socket that came through here. */
  close(): void {
    clearInterval(this.#pinging);
    clearInterval(this.#looking);
    this.#server.off('upgrade', this.#onUpgrade);
    for (const socket of this.#sockets) socket.destroy();
  }

  #admit(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // First of all: an error without a listener, such as ECONNRESET, would end the process.
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
    // A throw of any kind becomes a rejection here.
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

  /** Each socket has a limit of its own. This one keeps many that are slow from filling the memory together. */
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

/** One upgrade on its way to be accepted or refused. */
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

  /** The query as text, without its question mark. */
  get query(): string {
    const url = this.request.url ?? '';
    const start = url.indexOf('?');
    return start < 0 ? '' : url.slice(start + 1);
  }

  /**
   * Calls the listener once, when the socket is closed in whatever way; at once if it is closed already. A place that
   * is taken for a socket is given back here.
   */
  onClose(listener: () => void): void {
    if (this.#socket.destroyed) listener();
    else this.#socket.once('close', listener);
  }

  /** Completes the handshake. Nothing happens if the socket is gone or was refused meanwhile. */
  accept(sockets: WebSocketServer, join: (ws: WebSocket) => void): void {
    if (!this.#decide()) return;
    sockets.handleUpgrade(this.request, this.#socket, this.#head, (ws) => {
      this.#decision.accepted(ws);
      try {
        join(ws);
      } catch (error) {
        this.#decision.log('a socket could not join', error);
        noteDrop('fault');
        ws.terminate();
      }
    });
  }

  /** Answers with a status, then destroys the socket: otherwise the sender could keep it half open for ever. */
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

  /** Refuses because deciding has failed. */
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

/** The path as the sender wrote it. It is compared, never parsed: `new URL` throws on a path such as `//`. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}

/** Names with commas between them. */
const PROTOCOLS = /^\s*[!#$%&'*+\-.^_`|~0-9A-Za-z]+(?:\s*,\s*[!#$%&'*+\-.^_`|~0-9A-Za-z]+)*\s*$/;

/** Checked before a route takes a place for the socket; `ws` itself would refuse only afterwards. */
function isHandshake({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '') &&
    /^(?:13|8)$/.test(headers['sec-websocket-version'] ?? '') &&
    PROTOCOLS.test(headers['sec-websocket-protocol'] ?? 'none')
  );
}
