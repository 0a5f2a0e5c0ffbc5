import { z } from 'zod';
import { RingsideError } from '#shared/contract/error.ts';
import type { RoomFacts } from '#shared/live/source.ts';
import type { Device } from './device.ts';
import { type Fetch, get } from './http.ts';
import { address, pageHeaders, paths, roomAnswer, roomParameters } from './wire.ts';

const text = z.union([z.string(), z.number().transform(String)]).catch('');
/** Whether a value is a platform id, which fits a signed 64-bit field. */
const isId = (value: string): boolean => /^[1-9]\d{0,18}$/.test(value);
const count = z.coerce.number().int().nonnegative().catch(0);

const answerSchema = z.object({
  statusCode: z.number().catch(0),
  data: z
    .object({
      user: z
        .object({
          id: text,
          uniqueId: text,
          nickname: text,
          roomId: text,
          status: count,
          avatarLarger: text,
          avatarMedium: text,
          avatarThumb: text,
        })
        .optional()
        .catch(undefined),
      liveRoom: z.object({ title: text, status: count }).optional().catch(undefined),
      stats: z.object({ followingCount: count, followerCount: count }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

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
  const user = data?.user;
  if (statusCode !== roomAnswer.fine || user === undefined) throw new RingsideError('room.noInfo');
  const hasRoom = user.roomId !== '' && user.roomId !== '0';
  if (hasRoom && !isId(user.roomId)) throw new RingsideError('room.noInfo');
  const on = data?.liveRoom?.status === roomAnswer.live || user.status === roomAnswer.live;
  return {
    roomId: hasRoom ? user.roomId : '',
    ownerId: isId(user.id) ? user.id : '',
    ownerUsername: user.uniqueId,
    nickname: user.nickname,
    title: data?.liveRoom?.title ?? '',
    avatar: user.avatarLarger || user.avatarMedium || user.avatarThumb,
    following: data?.stats?.followingCount ?? 0,
    followers: data?.stats?.followerCount ?? 0,
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
