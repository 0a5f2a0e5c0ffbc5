import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { Random } from '../random.ts';
import { Client } from './client.ts';
import { Room } from './room.ts';
import type { Interference, Observer, Profile, RoomScript, UpgradeRefusal } from './script.ts';
import { isBrowser, Web } from './web.ts';

export interface PlatformOptions {
  /** What plays for this username (without @); undefined where nobody has that name. Asked once a name. */
  room(username: string): RoomScript | undefined;
  /** Who has this username without a room on this platform; undefined where nobody does. */
  profile?(username: string): Profile | undefined;
  /** 0, the default, is any free port. */
  port?: number;
  /** Ms since the epoch. */
  now(): number;
  seed: number;
  /** The time that frames say of themselves, where it is not `now`; 0 is left out. */
  frameTime?(): number;
  /** The connections of one cookie are one client; or all that watch a room are. */
  identity?: 'ttwid' | 'room';
  /** The key that signed calls must carry; any will do without it. */
  signKey?: string;
  heartbeatTimeout?: number;
  interference?: Interference;
  observer?: Observer;
  /** What a client does that no client of the protocol should. */
  onStrange?(what: string): void;
}

export interface Platform {
  port: number;
  /** Addresses without a path, as a line has them. */
  webUrl: string;
  wsUrl: string;
  signUrl: string;
  /** The room of this username, once somebody has asked for it. */
  room(username: string): Room | undefined;
  close(): Promise<void>;
}

/**
 * A small platform on loopback that speaks the real one's protocol: page and cookie, room call, WebSocket with
 * heartbeats, gzip and acknowledgements, history after a reconnect, and a signing service. Rejects when the
 * port is taken.
 */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { now, interference = {}, observer = {}, onStrange = () => undefined } = options;
  const random = new Random(options.seed, 0x9147);
  const rooms = new Map<string, Room>();
  const byId = new Map<string, Room>();
  const roomOf = (username: string): Room | undefined => {
    const known = rooms.get(username);
    if (known !== undefined) return known;
    const script = options.room(username);
    if (script === undefined) return undefined;
    const room = new Room({ script, interference, observer, now });
    rooms.set(username, room);
    byId.set(script.facts.roomId, room);
    return room;
  };
  let host = '';
  const web = new Web({
    interference,
    roomOf,
    profileOf: (username) => (rooms.has(username) ? undefined : options.profile?.(username)),
    webUrl: () => `http://${host}`,
    roomById: (roomId) => byId.get(roomId),
    wsUrl: () => `ws://${host}`,
    signKey: options.signKey,
    now,
    random,
  });
  const server = createServer((request, response) => {
    // A page of another site, brought here by a name that resolves to loopback, gets nothing.
    if (request.headers.host !== host) response.writeHead(421).end();
    else web.handle(request, response);
  });
  const sockets = new WebSocketServer({ noServer: true });
  let logId = 7_300_000_000_000_000_000n + BigInt(random.int(0, 0x7fff_ffff));

  const admit = (socket: WebSocket, room: Room, query: URLSearchParams, ttwid: string): void => {
    const client = new Client({
      socket,
      roomId: room.script.facts.roomId,
      identity: options.identity === 'ttwid' ? ttwid : 'everyone',
      gzip: query.get('compress') === 'gzip',
      historyCount: Math.min(50, Number(query.get('history_comment_count')) || 0),
      heartbeatTimeout: options.heartbeatTimeout ?? 45_000,
      now,
      frameTime: options.frameTime ?? now,
      nextLogId: () => (logId++).toString(),
      onEnter: (entering) => room.enter(entering),
      onAck: (from, events) => room.acked(from, events),
      onClose: (leaving) => room.leave(leaving),
      onStrange,
      silent: () => interference.silent?.() ?? false,
    });
    // A signed address has the room's cursor in it and is let in as it is.
    if ((query.get('cursor') ?? '') !== '') client.enter();
  };

  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://platform');
    const cookie = /(?:^|;\s*)ttwid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
    const ttwid = cookie ?? url.searchParams.get('ttwid') ?? '';
    const room = byId.get(url.searchParams.get('room_id') ?? '');
    const isOwn = request.headers.host === host || isRoomHost(request.headers.host, host);
    if (!isOwn || !isFrom(request, host)) return refuse(socket, { status: 417, message: 'FORBIDDEN_ORIGIN' });
    const instead = interference.refuseUpgrade?.();
    if (instead !== undefined) return refuse(socket, instead);
    if (!isBrowser(request) || !web.knowsCookie(ttwid)) {
      return refuse(socket, { status: 415, message: 'DEVICE_BLOCKED' });
    }
    if (!url.pathname.startsWith('/webcast/im/') || room === undefined || room.ended) {
      return refuse(socket, { status: 417, message: 'ROOM_NOT_FOUND' });
    }
    sockets.handleUpgrade(request, socket, head, (accepted) =>
      admit(accepted, room, url.searchParams, ttwid),
    );
  });

  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  host = `127.0.0.1:${port}`;
  return {
    port,
    webUrl: `http://${host}`,
    wsUrl: `ws://${host}`,
    signUrl: `http://${host}`,
    room: (username) => rooms.get(username),
    close: async () => {
      for (const room of rooms.values()) room.close();
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Whether a Host header is one of the names under which the room's page reaches this platform. */
function isRoomHost(name: string | undefined, host: string): boolean {
  const port = host.split(':')[1] ?? '';
  return name !== undefined && new RegExp(`^(?:webcast|im)[a-z0-9-]*\\.localhost:${port}$`).test(name);
}

/** A WebSocket names the page that it comes from: this platform's own, or none. */
function isFrom(request: IncomingMessage, host: string): boolean {
  const { origin } = request.headers;
  return origin === undefined || origin === `http://${host}`;
}

/** As the real platform refuses: by an answer that looks like success and says why in a header. */
function refuse(socket: Duplex, { status, message }: UpgradeRefusal): void {
  socket.on('error', () => undefined);
  socket.end(
    `HTTP/1.1 200 OK\r\nhandshake-msg: ${message}\r\nhandshake-status: ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
  );
}
