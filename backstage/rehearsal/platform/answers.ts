import type { IncomingMessage } from 'node:http';
import type { Person } from '../show/people.ts';
import { drawPortrait } from './portrait.ts';

/** An HTTP answer. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: string | Uint8Array;
}

/** An account as the platform's web site shows it. */
export interface Account {
  person: Person;
  followers: number;
  following: number;
  /** '' if the account has no room. */
  roomId: string;
  live: boolean;
  /** The title of the room. If undefined, the page does not describe the room. */
  title?: string;
}

const json = (body: unknown): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

/** The platform's answer to a suspected robot: an HTML page in place of data. */
export const blockedAnswer: Answer = {
  status: 403,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Access Denied</title><h1>Access Denied</h1>',
};

export const noSuchUserAnswer: Answer = json({ statusCode: 19_881_007, message: 'user_not_found' });

/** The answer of `/api-live/user/room`. `webUrl` is the address for the account's pictures. */
export function accountAnswer(account: Account, webUrl: string): Answer {
  const { person, followers, following, roomId, live, title } = account;
  const status = live ? 2 : 4;
  const liveRoom = { title, status, coverUrl: '', hashTagId: 5, liveRoomMode: 0 };
  return json({
    statusCode: 0,
    message: '',
    data: {
      user: { ...describe(person, webUrl), roomId, status },
      stats: { followingCount: following, followerCount: followers },
      liveRoom: title === undefined ? undefined : liveRoom,
    },
  });
}

/** The answer of `/`, which sets the visitor's cookie. */
export function homeAnswer(ttwid: string): Answer {
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'set-cookie': `ttwid=${ttwid}; Path=/; HttpOnly; SameSite=None`,
    },
    body: '<!doctype html><title>LIVE</title>',
  };
}

export function pictureAnswer(look: number): Answer {
  return { status: 200, headers: { 'content-type': 'image/png' }, body: drawPortrait(look) };
}

/** Whether a request comes from a browser, according to its headers. */
export function isBrowser(request: IncomingMessage): boolean {
  return request.headers['user-agent']?.startsWith('Mozilla/5.0') ?? false;
}

let answered = 0;

/** The platform signs the addresses of pictures, so they differ from answer to answer. */
function describe({ id, username, nickname, look }: Person, webUrl: string): Record<string, unknown> {
  answered += 1;
  const picture = `${webUrl}/avatar/${look.toString(16)}.png?x-signature=${answered}`;
  return {
    id,
    uniqueId: username,
    nickname,
    avatarThumb: picture,
    avatarMedium: picture,
    avatarLarger: picture,
    secUid: `MS4wLjABAAAA${id}`,
    verified: false,
  };
}
