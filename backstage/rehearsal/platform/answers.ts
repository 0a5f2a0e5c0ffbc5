import type { Person } from '../show/people.ts';
import type { RoomFacts } from '../show/stage.ts';
import type { Answer, RoomScript } from './script.ts';

const json = (status: number, body: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

/** What the platform shows those that it takes for robots: a page, where data was asked for. */
export const blockedAnswer: Answer = {
  status: 403,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Access Denied</title><h1>Access Denied</h1>',
};

/** Too many calls; `seconds` until the next one is welcome. */
export function rateLimitedAnswer(seconds: number): Answer {
  return {
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': String(seconds) },
    body: JSON.stringify({ code: 429, message: 'Too many connections started, try again later.' }),
  };
}

export const noSuchUserAnswer: Answer = json(200, { statusCode: 19_881_007, message: 'user_not_found' });

/** `live` with a room, `ended` with the last room's id, `offline` without any. */
export type RoomState = 'live' | 'ended' | 'offline';

/** The answer of `/api-live/user/room`. */
export function roomAnswer(script: RoomScript, state: RoomState): Answer {
  const { facts } = script;
  const status = state === 'live' ? 2 : 4;
  return json(200, {
    statusCode: 0,
    message: '',
    data: {
      user: { ...describeOwner(facts.owner), roomId: state === 'offline' ? '' : facts.roomId, status },
      stats: { followingCount: script.following, followerCount: script.followers },
      liveRoom: state === 'offline' ? undefined : describeRoom(facts, status),
    },
  });
}

function describeOwner(owner: Person): Record<string, unknown> {
  const picture = (size: string): string =>
    `https://p16-sign.tiktokcdn.com/tos-alisg-avt-0068/${owner.look.toString(16)}~${size}.webp`;
  return {
    id: owner.id,
    uniqueId: owner.username,
    nickname: owner.nickname,
    avatarThumb: picture('100x100'),
    avatarMedium: picture('720x720'),
    avatarLarger: picture('1080x1080'),
    secUid: `MS4wLjABAAAA${owner.id}`,
    verified: false,
  };
}

function describeRoom(facts: RoomFacts, status: number): Record<string, unknown> {
  return { title: facts.title, status, coverUrl: '', hashTagId: 5, liveRoomMode: 0 };
}
