import type { IncomingMessage } from 'node:http';
import { encodeFetchResult } from '#backstage/rehearsal/encode/frame.ts';
import {
  type Account,
  type Answer,
  blockedAnswer,
  isBrowser,
} from '#backstage/rehearsal/platform/answers.ts';
import { Client, type ClientOptions } from '#backstage/rehearsal/platform/client.ts';
import { Platform, type UpgradeRefusal } from '#backstage/rehearsal/platform/platform.ts';
import { Room, type RoomScript } from '#backstage/rehearsal/platform/room.ts';
import { ProtoWriter } from '#shared/live/proto/writer.ts';
import type { Access, Call } from './access.ts';
import type { Damage } from './damage.ts';
import { type PageBehaviour, roomPage, signInPage } from './roomPage.ts';
import { SimulatedClient } from './simulatedClient.ts';
import type { SimulatedRoom } from './simulatedRoom.ts';

export interface SimulatedPlatformOptions {
  room: SimulatedRoom;
  /** The script of a room of somebody else, to which the room's page can change. */
  stranger: RoomScript;
  username: string;
  account(username: string): Account | undefined;
  now(): number;
  seed: number;
  access: Access;
  damage: Damage;
  /** Omits the send time from frames. */
  timeless: boolean;
  /** The key that signed calls must have; undefined accepts any key. */
  signKey: string | undefined;
  /** Overrides the platform's answer and its faults. `about` is the username or the picture's number. */
  answer: ((call: Call, about: string) => Answer | Promise<Answer> | undefined) | undefined;
  roomPage: (() => PageBehaviour | undefined) | undefined;
}

const html = { 'content-type': 'text/html; charset=utf-8' };

/** Whether the visitor has the cookie of the sign-in page. */
function isSignedIn(request: IncomingMessage): boolean {
  return /(?:^|;\s*)sessionid=/.test(request.headers.cookie ?? '');
}

/** The rehearsal's platform with one room, a signing service, the room's page, and faults. */
export class SimulatedPlatform extends Platform {
  /** Protocol violations of clients. */
  readonly violations: string[] = [];
  readonly #options: SimulatedPlatformOptions;
  readonly #stranger: Room;

  constructor(options: SimulatedPlatformOptions) {
    const { now, seed, account, username, room } = options;
    const isRoom = (wanted: string) => wanted.toLowerCase() === username.toLowerCase();
    super({ now, seed, account, room: (wanted) => (isRoom(wanted) ? room.script : undefined) });
    this.#options = options;
    this.#stranger = new Room(options.stranger, now);
  }

  override async close(): Promise<void> {
    this.#stranger.close();
    await super.close();
  }

  protected override roomAt(url: URL): Room | undefined {
    if (url.searchParams.get('room_id') !== this.#stranger.roomId) return super.roomAt(url);
    this.#stranger.start();
    return this.#stranger;
  }

  protected override createRoom(): SimulatedRoom {
    return this.#options.room;
  }

  protected override createClient(options: ClientOptions, request: IncomingMessage): Client {
    const { room, damage, timeless } = this.#options;
    if (options.room === this.#stranger) return new Client(options);
    const query = new URL(request.url ?? '/', this.webUrl).searchParams;
    const client = new SimulatedClient(timeless ? { ...options, now: () => 0 } : options, {
      damage,
      isPage: query.has('ttwid'),
      cookie: request.headers.cookie ?? '',
      violations: this.violations,
      onCut: () => room.cutAfterFrame(),
    });
    // A signed address contains the room's cursor. Its client enters without a request.
    if ((query.get('cursor') ?? '') !== '') client.admit();
    return client;
  }

  protected override refusal(request: IncomingMessage, url: URL): UpgradeRefusal | undefined {
    // The room's page connects to loopback host names, and a page cannot set the cookie as a header.
    const port = this.host.split(':')[1] ?? '';
    const { host = '' } = request.headers;
    const isPage = new RegExp(`^(?:webcast|im)[a-z0-9-]*\\.localhost:${port}$`).test(host);
    if (isPage) {
      request.headers.host = this.host;
      request.headers.cookie = `ttwid=${url.searchParams.get('ttwid') ?? ''}`;
    }
    const refusal = super.refusal(request, url);
    if (refusal?.message === 'FORBIDDEN_ORIGIN') return refusal;
    const ended = this.#options.room.ended
      ? ({ status: 417, message: 'ROOM_NOT_FOUND' } as const)
      : undefined;
    const isSigned = url.searchParams.has('cursor');
    return this.#options.access.refuseUpgrade(!isPage && !isSigned) ?? refusal ?? ended;
  }

  protected override async answer(request: IncomingMessage, url: URL): Promise<Answer> {
    const { access, answer, room } = this.#options;
    const called = this.#readCall(url);
    if (called !== undefined) {
      const instead =
        (await answer?.(called.call, called.about)) ?? access.answer(called.call, room.script, this.webUrl);
      if (instead !== undefined) return instead;
    }
    if (called?.call === 'sign') return this.#sign(request, called.about);
    const username = /^\/@([^/]+)\/live$/.exec(url.pathname)?.[1];
    if (username !== undefined) return this.#showRoomPage(request, decodeURIComponent(username));
    if (url.pathname === '/login') return { status: 200, headers: html, body: signInPage };
    if (url.pathname === '/notfound') return { status: 200, headers: html, body: 'Not available here' };
    return super.answer(request, url);
  }

  #readCall(url: URL): { call: Call; about: string } | undefined {
    if (url.pathname === '/') return { call: 'page', about: '' };
    if (url.pathname === '/api-live/user/room') {
      const about = url.searchParams.get('uniqueId') ?? '';
      return { call: this.#options.account(about) === undefined ? 'room' : 'profile', about };
    }
    const roomId = /^\/webcast\/rooms\/([^/]+)\/connect$/.exec(url.pathname)?.[1];
    if (roomId !== undefined) return { call: 'sign', about: roomId };
    const look = /^\/avatar\/([0-9a-f]{1,8})\.png$/.exec(url.pathname)?.[1];
    return look === undefined ? undefined : { call: 'picture', about: look };
  }

  #showRoomPage(request: IncomingMessage, username: string): Answer {
    if (!isBrowser(request)) return blockedAnswer;
    const room = this.roomOf(username);
    if (room === undefined) return { status: 404, body: 'not found' };
    const behaviour = { ...this.#options.access.roomPage(), ...this.#options.roomPage?.() };
    if (behaviour.shows === 'region') return { status: 302, headers: { location: '/notfound' }, body: '' };
    if (behaviour.shows === 'signIn') {
      const location = `/login?redirect_url=${encodeURIComponent(request.url ?? '/')}`;
      if (!isSignedIn(request)) return { status: 302, headers: { location }, body: '' };
      delete behaviour.shows;
    }
    const body = roomPage({
      roomId: room.roomId,
      owner: room.script.facts.owner,
      stranger: { username: this.#options.stranger.facts.owner.username, roomId: this.#stranger.roomId },
      host: this.host,
      ttwid: this.newCookie(),
      behaviour: this.#options.room.ended ? { ...behaviour, shows: 'ended' } : behaviour,
    });
    return { status: 200, headers: html, body };
  }

  /** The answer of the signing service: a signed address of the room's WebSocket, and a cookie. */
  #sign(request: IncomingMessage, roomId: string): Answer {
    const { room, signKey } = this.#options;
    const key = request.headers['x-api-key'] ?? '';
    if (key === '' || (signKey !== undefined && key !== signKey)) {
      return { status: 401, body: JSON.stringify({ code: 401, message: 'Invalid API key' }) };
    }
    if (roomId !== room.roomId || room.ended) {
      return { status: 404, body: JSON.stringify({ code: 404, message: 'Not live' }) };
    }
    const now = this.#options.now();
    const result = encodeFetchResult({
      messages: [],
      cursor: `t-${now}_r-1_d-1_u-1_h-1`,
      internalExt: `internal_src:dim|wss_push_room_id:${roomId}|first_req_ms:${now}|seq:1`,
      now,
      needAck: false,
      history: false,
    });
    const parameter = (name: string, value: string) => new ProtoWriter().string(1, name).string(2, value);
    const address = new ProtoWriter()
      .message(7, parameter('imprp', this.random.hex(16)))
      .message(7, parameter('wrss', this.random.hex(24)))
      .string(10, `${this.wsUrl}/webcast/im/ws_proxy/ws_reuse_supplement/`)
      .finish();
    return {
      status: 200,
      headers: {
        'content-type': 'application/x-protobuf',
        'x-set-tt-cookie': `ttwid=${this.newCookie()}`,
        'x-room-id': roomId,
      },
      body: Buffer.concat([result, address]),
    };
  }
}
