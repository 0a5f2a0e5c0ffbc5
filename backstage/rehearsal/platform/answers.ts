import type { IncomingMessage } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import type { Person } from '../show/people.ts';

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

const SIDE = 128;
const HEAD = { x: 64, y: 50, radius: 24 };
const SHOULDERS = { x: 64, y: 132, width: 46, height: 52 };

type Colour = readonly [red: number, green: number, blue: number];

/**
 * Draws a picture for an account: a head and shoulders on a coloured ground, as a PNG of 128 by 128 pixels. Equal
 * numbers give equal pictures; close numbers give different ones.
 */
export function drawPortrait(look: number): Uint8Array {
  const hue = (look % 1000) / 1000;
  const ground = [colour(hue, 0.55, 0.62), colour(hue + 0.12, 0.6, 0.38)] as const;
  const body = colour(hue + 0.5, 0.45, 0.3);
  const skin = colour(0.07, 0.45, 0.55 + ((look >>> 10) % 100) / 400);
  // Each line of a PNG begins with its filter type; 0 is none.
  const lines = Buffer.alloc((SIDE * 3 + 1) * SIDE);
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const part = (x + y) / (2 * SIDE);
      let drawn = mix(ground[0], ground[1], part);
      if (inside(x, y, SHOULDERS.x, SHOULDERS.y, SHOULDERS.width, SHOULDERS.height)) drawn = body;
      if (inside(x, y, HEAD.x, HEAD.y, HEAD.radius, HEAD.radius)) drawn = skin;
      const at = y * (SIDE * 3 + 1) + 1 + x * 3;
      for (let channel = 0; channel < 3; channel += 1)
        lines[at + channel] = Math.round((drawn[channel] ?? 0) * 255);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  // 8 bits a channel, red, green and blue.
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

function inside(
  x: number,
  y: number,
  centreX: number,
  centreY: number,
  width: number,
  height: number,
): boolean {
  return ((x - centreX) / width) ** 2 + ((y - centreY) / height) ** 2 <= 1;
}

function mix(from: Colour, to: Colour, part: number): Colour {
  const between = (channel: 0 | 1 | 2): number => from[channel] + (to[channel] - from[channel]) * part;
  return [between(0), between(1), between(2)];
}

/** Hue in turns, saturation and lightness from 0 to 1. */
function colour(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const place = (offset + hue * 12) % 12;
    return lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1));
  };
  return [channel(0), channel(8), channel(4)];
}
