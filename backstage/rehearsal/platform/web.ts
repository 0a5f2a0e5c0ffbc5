import type { IncomingMessage, ServerResponse } from 'node:http';
import { encodeFetchResult } from '../encode/frame.ts';
import type { Random } from '../random.ts';
import { blockedAnswer, noSuchUserAnswer, pictureAnswer, profileAnswer, roomAnswer } from './answers.ts';
import type { Room } from './room.ts';
import { roomPage } from './roomPage.ts';
import type { Answer, Interference, Profile } from './script.ts';

export interface WebOptions {
  interference: Interference;
  /** The room of this username, made on its first call; undefined where nobody has that name. */
  roomOf(username: string): Room | undefined;
  /** An account that has no room here. */
  profileOf(username: string): Profile | undefined;
  roomById(roomId: string): Room | undefined;
  /** The address of this platform, without a path. */
  webUrl(): string;
  /** The address for WebSockets, without a path. */
  wsUrl(): string;
  /** The key that a signed call must carry; any will do when it is undefined. */
  signKey: string | undefined;
  now(): number;
  random: Random;
}

export const WS_PATH = '/webcast/im/ws_proxy/ws_reuse_supplement/';

/** The platform's HTTP side, and that of a signing service. */
export class Web {
  readonly #options: WebOptions;
  readonly #cookies = new Set<string>();

  constructor(options: WebOptions) {
    this.#options = options;
  }

  knowsCookie(ttwid: string): boolean {
    return this.#cookies.has(ttwid);
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const answer = this.#answer(request, new URL(request.url ?? '/', 'http://platform'));
    void this.#send(answer, response);
  }

  async #send({ status, headers, body, after }: Answer, response: ServerResponse): Promise<void> {
    if (after !== undefined) await after;
    response.setHeader('date', new Date(this.#options.now()).toUTCString());
    response.writeHead(status, headers);
    response.end(body);
  }

  #answer(request: IncomingMessage, url: URL): Answer {
    if (request.method !== 'GET') return { status: 405, body: '' };
    const signed = /^\/webcast\/rooms\/([^/]+)\/connect$/.exec(url.pathname)?.[1];
    if (signed !== undefined) return this.#sign(request, signed);
    if (url.pathname === '/') return this.#page(request);
    if (url.pathname === '/api-live/user/room') return this.#room(request, url.searchParams);
    const name = /^\/@([^/]+)\/live$/.exec(url.pathname)?.[1];
    if (name !== undefined) return this.#roomPage(request, decodeURIComponent(name));
    const look = /^\/avatar\/([0-9a-f]{1,8})\.png$/.exec(url.pathname)?.[1];
    if (look !== undefined) {
      return this.#options.interference.answer?.('picture', look) ?? pictureAnswer(Number.parseInt(look, 16));
    }
    return { status: 404, body: '' };
  }

  #page(request: IncomingMessage): Answer {
    const instead = this.#options.interference.answer?.('page', '');
    if (instead !== undefined) return instead;
    if (!isBrowser(request)) return blockedAnswer;
    return {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'set-cookie': `ttwid=${this.#newCookie()}; Path=/; HttpOnly; SameSite=None`,
      },
      body: '<!doctype html><title>LIVE</title>',
    };
  }

  #roomPage(request: IncomingMessage, username: string): Answer {
    if (!isBrowser(request)) return blockedAnswer;
    const room = this.#options.roomOf(username);
    if (room === undefined) return { status: 404, body: 'not found' };
    const behaviour = this.#options.interference.roomPage?.(username) ?? {};
    const body = roomPage({
      roomId: room.script.facts.roomId,
      host: request.headers.host ?? '',
      ttwid: this.#newCookie(),
      behaviour: room.ended ? { ...behaviour, opensNoSocket: true } : behaviour,
    });
    return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
  }

  #room(request: IncomingMessage, query: URLSearchParams): Answer {
    const username = query.get('uniqueId') ?? '';
    const profile = this.#options.profileOf(username);
    const instead = this.#options.interference.answer?.(profile === undefined ? 'room' : 'profile', username);
    if (instead !== undefined) return instead;
    if (!isBrowser(request) || query.get('aid') !== '1988') return blockedAnswer;
    if (profile !== undefined) return profileAnswer(profile, this.#options.webUrl());
    const room = this.#options.roomOf(username);
    if (room === undefined) return noSuchUserAnswer;
    return roomAnswer(room.script, room.ended ? 'ended' : 'live', this.#options.webUrl());
  }

  #sign(request: IncomingMessage, roomId: string): Answer {
    const instead = this.#options.interference.answer?.('sign', '');
    if (instead !== undefined) return instead;
    const key = request.headers['x-api-key'];
    const { signKey } = this.#options;
    if (key === undefined || key === '' || (signKey !== undefined && key !== signKey)) {
      return { status: 401, body: JSON.stringify({ code: 401, message: 'Invalid API key' }) };
    }
    const room = this.#options.roomById(roomId);
    if (room === undefined || room.ended) {
      return { status: 404, body: JSON.stringify({ code: 404, message: 'Not live' }) };
    }
    const now = this.#options.now();
    const body = encodeFetchResult({
      messages: [],
      cursor: `t-${now}_r-1_d-1_u-1_h-1`,
      internalExt: `internal_src:dim|wss_push_room_id:${roomId}|first_req_ms:${now}|seq:1`,
      now,
      needAck: false,
      history: false,
      pushServer: `${this.#options.wsUrl()}${WS_PATH}`,
      routeParams: { imprp: this.#options.random.hex(16), wrss: this.#options.random.hex(24) },
    });
    return {
      status: 200,
      headers: {
        'content-type': 'application/x-protobuf',
        'x-set-tt-cookie': `ttwid=${this.#newCookie()}`,
        'x-room-id': roomId,
      },
      body,
    };
  }

  #newCookie(): string {
    const ttwid = `1%7C${this.#options.random.hex(32)}%7C${this.#options.now()}`;
    this.#cookies.add(ttwid);
    return ttwid;
  }
}

/** Only something that says that it is a browser is let in. */
export function isBrowser(request: IncomingMessage): boolean {
  return request.headers['user-agent']?.startsWith('Mozilla/5.0') ?? false;
}
