import type { RoomFacts } from '../show/messageQueue.ts';
import type { Person } from '../show/people.ts';
import { drawPortrait } from './portrait.ts';
import type { Answer, Profile, RoomScript } from './script.ts';

const json = (status: number, body: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

/** The platform's answer to a suspected robot: an HTML page in place of data. */
export const blockedAnswer: Answer = {
  status: 403,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Access Denied</title><h1>Access Denied</h1>',
};

export const noSuchUserAnswer: Answer = json(200, { statusCode: 19_881_007, message: 'user_not_found' });

/** `live` with a room, `ended` with the last room's id, `offline` without any. */
export type RoomState = 'live' | 'ended' | 'offline';

/** The answer of `/api-live/user/room`. */
export function roomAnswer(script: RoomScript, state: RoomState, webUrl = ''): Answer {
  const { facts } = script;
  const status = state === 'live' ? 2 : 4;
  return json(200, {
    statusCode: 0,
    message: '',
    data: {
      user: { ...describe(facts.owner, webUrl), roomId: state === 'offline' ? '' : facts.roomId, status },
      stats: { followingCount: script.following, followerCount: script.followers },
      liveRoom: state === 'offline' ? undefined : describeRoom(facts, status),
    },
  });
}

/** The same call's answer about an account whose room is not on this platform. */
export function profileAnswer({ person, followers, following, live }: Profile, webUrl: string): Answer {
  return json(200, {
    statusCode: 0,
    message: '',
    data: {
      user: {
        ...describe(person, webUrl),
        roomId: live ? `73${person.id.slice(2)}` : '',
        status: live ? 2 : 4,
      },
      stats: { followingCount: following, followerCount: followers },
    },
  });
}

export function pictureAnswer(look: number): Answer {
  return { status: 200, headers: { 'content-type': 'image/png' }, body: drawPortrait(look) };
}

let answered = 0;

/** As on the real platform the addresses of pictures are signed, and differ from answer to answer. */
function describe({ id, username, nickname, look }: Person, webUrl: string): Record<string, unknown> {
  answered += 1;
  const picture = webUrl === '' ? '' : `${webUrl}/avatar/${look.toString(16)}.png?x-signature=${answered}`;
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

function describeRoom(facts: RoomFacts, status: number): Record<string, unknown> {
  return { title: facts.title, status, coverUrl: '', hashTagId: 5, liveRoomMode: 0 };
}
