import { z } from 'zod';
import { RingsideError } from '#shared/contract/error.ts';
import type { RoomFacts } from '#shared/live/source.ts';
import type { Device } from './device.ts';
import { type Fetch, get } from './http.ts';
import { address, pageHeaders, paths, roomAnswer, roomParameters } from './wire.ts';

const text = z.union([z.string(), z.number().transform(String)]).catch('');
/** Whether a value is a platform id, which fits a signed 64-bit field. */
export const isId = (value: string): boolean => /^[1-9]\d{0,18}$/.test(value);
const count = z.coerce.number().int().nonnegative().catch(0);

const userSchema = z.object({
  id: text,
  uniqueId: text,
  nickname: text,
  roomId: text,
  status: count,
  avatarLarger: text,
  avatarMedium: text,
  avatarThumb: text,
});
const liveRoomSchema = z.object({ title: text, status: count });
const statsSchema = z.object({ followingCount: count, followerCount: count });

/** The platform's facts about a user and the user's room, in a look-up's answer and in the room's page. */
export const roomInfoSchema = z.object({
  user: userSchema.optional().catch(undefined),
  liveRoom: liveRoomSchema.optional().catch(undefined),
  stats: statsSchema.optional().catch(undefined),
});

/** The names of the fields that `roomInfoSchema` reads. */
export const roomFields = {
  user: Object.keys(userSchema.shape),
  liveRoom: Object.keys(liveRoomSchema.shape),
  stats: Object.keys(statsSchema.shape),
};

const answerSchema = z.object({
  statusCode: z.number().catch(0),
  data: roomInfoSchema.optional().catch(undefined),
});

/** Whether the platform refuses look-ups, although it may still show the room's page. */
export function isLookUpRefused(error: unknown): boolean {
  return error instanceof RingsideError && ['room.blocked', 'room.noInfo'].includes(error.problem.code);
}

/** Looks up a username's room on the platform's web site. @throws RingsideError as `FrameSource.resolve` does. */
export async function lookUpRoom(
  webUrl: string,
  username: string,
  device: Device,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<RoomFacts> {
  const cookie = await device.cookie(signal);
  const headers = pageHeaders(device.browser);
  if (cookie !== '') headers.Cookie = cookie;
  const answer = await get(fetch, address(webUrl, paths.room, roomParameters(username)), headers, signal);
  if (answer.status === 403) {
    await answer.discard();
    throw new RingsideError('room.blocked');
  }
  return readRoom(await answer.bytes());
}

function readRoom(bytes: Uint8Array): RoomFacts {
  const parsed = answerSchema.safeParse(readJson(bytes));
  if (!parsed.success) throw new RingsideError('room.noInfo');
  const { statusCode, data } = parsed.data;
  if (statusCode === roomAnswer.noSuchUser) throw new RingsideError('room.noSuchUser');
  const facts = statusCode === roomAnswer.fine && data !== undefined ? toFacts(data) : null;
  if (facts === null) throw new RingsideError('room.noInfo');
  return facts;
}

/** The facts about a room; null if its user or a valid id is missing. */
export function toFacts({ user, liveRoom, stats }: z.infer<typeof roomInfoSchema>): RoomFacts | null {
  if (user === undefined) return null;
  const hasRoom = user.roomId !== '' && user.roomId !== '0';
  if (hasRoom && !isId(user.roomId)) return null;
  const on = liveRoom?.status === roomAnswer.live || user.status === roomAnswer.live;
  return {
    roomId: hasRoom ? user.roomId : '',
    ownerId: isId(user.id) ? user.id : '',
    ownerUsername: user.uniqueId,
    nickname: user.nickname,
    title: liveRoom?.title ?? '',
    avatar: user.avatarLarger || user.avatarMedium || user.avatarThumb,
    following: stats?.followingCount ?? 0,
    followers: stats?.followerCount ?? 0,
    live: hasRoom && on,
  };
}

/** Parses JSON. The platform sends an HTML page with a captcha instead if it suspects a robot: room.blocked. */
function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new RingsideError('room.blocked');
  }
}
