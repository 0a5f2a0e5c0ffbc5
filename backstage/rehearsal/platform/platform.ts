import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { Random } from '../random.ts';
import {
  type Account,
  type Answer,
  accountAnswer,
  blockedAnswer,
  homeAnswer,
  isBrowser,
  noSuchUserAnswer,
  pictureAnswer,
} from './answers.ts';
import { Client, type ClientOptions } from './client.ts';
import { Room, type RoomScript } from './room.ts';

interface PlatformOptions {
  /** The script of this username's room (without @); undefined if no room has it. Called once per username. */
  room(username: string): RoomScript | undefined;
  /** The account with this username if it has no room on this platform. */
  account(username: string): Account | undefined;
  /** Ms since the epoch. */
  now(): number;
  seed: number;
}

/** The `handshake-status` and `handshake-msg` with which the platform refuses a WebSocket. */
export interface UpgradeRefusal {
  status: 415 | 417;
  message: string;
}

/**
 * A small platform on loopback that speaks the real one's protocol: page and cookie, room call, pictures, and a
 * WebSocket with heartbeats, gzip, acknowledgements and history after a reconnect.
 *
 * The simulator of the tests extends this class, `Room`, `Client` and `Player`. It overrides their protected methods to
 * add faults and to observe deliveries.
 */
export class Platform {
  protected readonly random: Random;
  readonly #options: PlatformOptions;
  readonly #rooms = new Map<string, Room>();
  readonly #roomsById = new Map<string, Room>();
  readonly #cookies = new Set<string>();
  readonly #server = createServer((request, response) => void this.#respond(request, response));
  readonly #sockets = new WebSocketServer({ noServer: true });
  #port = 0;
  #logId: bigint;

  constructor(options: PlatformOptions) {
    this.#options = options;
    this.random = new Random(options.seed, 0x9147);
    this.#logId = 7_300_000_000_000_000_000n + BigInt(this.random.int(0, 0x7fff_ffff));
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /** Listens on this port of 127.0.0.1; 0 is any free port. Rejects if the port is taken. */
  async listen(port: number): Promise<void> {
    this.#port = await new Promise<number>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', () => {
        const address = this.#server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  }

  /** The address for HTTP calls, without a path. */
  get webUrl(): string {
    return `http://${this.host}`;
  }

  /** The address for WebSockets, without a path. */
  get wsUrl(): string {
    return `ws://${this.host}`;
  }

  async close(): Promise<void> {
    for (const room of this.#rooms.values()) room.close();
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  protected get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** The room of this username; its first call opens the room. */
  protected roomOf(username: string): Room | undefined {
    const known = this.#rooms.get(username);
    if (known !== undefined) return known;
    const script = this.#options.room(username);
    if (script === undefined) return undefined;
    const room = this.createRoom(script);
    this.#rooms.set(username, room);
    this.#roomsById.set(room.roomId, room);
    room.start();
    return room;
  }

  protected createRoom(script: RoomScript): Room {
    return new Room(script, this.#options.now);
  }

  protected createClient(options: ClientOptions, _request: IncomingMessage): Client {
    return new Client(options);
  }

  protected newCookie(): string {
    const ttwid = `1%7C${this.random.hex(32)}%7C${this.#options.now()}`;
    this.#cookies.add(ttwid);
    return ttwid;
  }

  protected answer(request: IncomingMessage, url: URL): Answer | Promise<Answer> {
    if (request.method !== 'GET') return { status: 405, body: '' };
    const look = /^\/avatar\/([0-9a-f]{1,8})\.png$/.exec(url.pathname)?.[1];
    if (look !== undefined) return pictureAnswer(Number.parseInt(look, 16));
    if (url.pathname === '/') return isBrowser(request) ? homeAnswer(this.newCookie()) : blockedAnswer;
    if (url.pathname !== '/api-live/user/room') return { status: 404, body: '' };
    if (!isBrowser(request) || url.searchParams.get('aid') !== '1988') return blockedAnswer;
    const account = this.accountOf(url.searchParams.get('uniqueId') ?? '');
    return account === undefined ? noSuchUserAnswer : accountAnswer(account, this.webUrl);
  }

  protected accountOf(username: string): Account | undefined {
    const account = this.#rooms.has(username) ? undefined : this.#options.account(username);
    return account ?? this.roomOf(username)?.account;
  }

  /** Why a WebSocket is refused; undefined accepts it. */
  protected refusal(request: IncomingMessage, url: URL): UpgradeRefusal | undefined {
    const { host, origin, cookie } = request.headers;
    // A browser names the page that opens a WebSocket. Only this platform's own page may open one.
    const isForeign = origin !== undefined && origin !== this.webUrl;
    if (host !== this.host || isForeign) return { status: 417, message: 'FORBIDDEN_ORIGIN' };
    const ttwid = /(?:^|;\s*)ttwid=([^;]+)/.exec(cookie ?? '')?.[1] ?? '';
    if (!isBrowser(request) || !this.#cookies.has(ttwid)) return { status: 415, message: 'DEVICE_BLOCKED' };
    const isRoom = url.pathname.startsWith('/webcast/im/') && this.roomAt(url) !== undefined;
    return isRoom ? undefined : { status: 417, message: 'ROOM_NOT_FOUND' };
  }

  /** The room that a WebSocket's address names. */
  protected roomAt(url: URL): Room | undefined {
    return this.#roomsById.get(url.searchParams.get('room_id') ?? '');
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Another site can reach this server by a name that resolves to loopback (DNS rebinding). Refuse such requests.
    if (request.headers.host !== this.host) {
      response.writeHead(421).end();
      return;
    }
    const { status, headers, body } = await this.answer(request, new URL(request.url ?? '/', this.webUrl));
    response.setHeader('date', new Date(this.#options.now()).toUTCString());
    response.writeHead(status, headers);
    response.end(body);
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', this.webUrl);
    const refusal = this.refusal(request, url);
    const room = this.roomAt(url);
    if (refusal !== undefined || room === undefined) {
      refuse(socket, refusal ?? { status: 417, message: 'ROOM_NOT_FOUND' });
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (accepted) =>
      this.#admit(accepted, room, request, url.searchParams),
    );
  }

  #admit(socket: WebSocket, room: Room, request: IncomingMessage, query: URLSearchParams): void {
    this.createClient(
      {
        socket,
        room,
        gzip: query.get('compress') === 'gzip',
        historyCount: Math.min(50, Number(query.get('history_comment_count')) || 0),
        now: this.#options.now,
        nextLogId: () => (this.#logId++).toString(),
      },
      request,
    );
  }
}

/** Refuses as the real platform does: the answer's status is 200, and its headers contain the reason. */
function refuse(socket: Duplex, { status, message }: UpgradeRefusal): void {
  socket.on('error', () => undefined);
  socket.end(
    `HTTP/1.1 200 OK\r\nhandshake-msg: ${message}\r\nhandshake-status: ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
  );
}
