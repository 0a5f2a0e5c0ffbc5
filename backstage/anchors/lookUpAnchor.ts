import { type AnchorFacts, accountKey } from '#shared/contract/anchors.ts';
import type { RoomFacts } from '#shared/live/source.ts';
import type { Device } from '../sources/device.ts';
import { type Fetch, get } from '../sources/http.ts';
import { lookUpRoom } from '../sources/lookup.ts';
import { pageHeaders } from '../sources/wire.ts';
import type { PictureStore } from './pictureStore.ts';

/** The largest picture that is fetched from the platform (bytes). */
const LARGEST_AVATAR = 512 * 1024;

/** The platform on which an anchor is looked up. */
export interface Platform {
  webUrl: string;
  device: Device;
  fetch: Fetch;
}

/** The facts about an anchor and the address of its picture. */
export interface KnownAnchor {
  facts: AnchorFacts;
  /** Empty without a picture. */
  avatarUrl: string;
}

/**
 * Looks up an account and fetches its picture, if it is available. Does not fetch the picture of `before` again.
 *
 * @throws RingsideError as `FrameSource.resolve`.
 */
export async function lookUpAnchor(
  platform: Platform,
  username: string,
  pictures: PictureStore,
  before: KnownAnchor | undefined,
  now: number,
  signal: AbortSignal,
): Promise<KnownAnchor> {
  const { webUrl, device, fetch } = platform;
  const room = await lookUpRoom(webUrl, accountKey(username), device, fetch, signal);
  const avatarUrl = trustedPicture(room.avatar, webUrl);
  const same =
    before !== undefined && before.facts.avatar !== '' && plain(before.avatarUrl) === plain(avatarUrl);
  const avatar =
    same && pictures.has(before.facts.avatar)
      ? before.facts.avatar
      : await fetchPicture(platform, avatarUrl, pictures, signal);
  return { facts: factsOf(username, room, avatar, now), avatarUrl: avatar === '' ? '' : avatarUrl };
}

function factsOf(username: string, room: RoomFacts, avatar: string, at: number): AnchorFacts {
  const { ownerId: userId, nickname, following, followers, live } = room;
  return { username: accountKey(username), userId, nickname, avatar, following, followers, live, at };
}

/** Fetches a picture. A failure is ignored: screens show an initial instead. */
async function fetchPicture(
  { device, fetch }: Platform,
  url: string,
  pictures: PictureStore,
  signal: AbortSignal,
): Promise<string> {
  if (url === '') return '';
  try {
    const answer = await get(fetch, url, pageHeaders(device.browser), signal);
    if (answer.status !== 200) {
      await answer.discard();
      return '';
    }
    return pictures.put(await answer.bytes(), LARGEST_AVATAR);
  } catch {
    return '';
  }
}

/**
 * Whether a picture address from a response may be fetched: https with a host name, or the origin of the response. This
 * prevents requests to the local network (SSRF).
 */
export function trustedPicture(address: string, webUrl: string): string {
  if (!URL.canParse(address)) return '';
  const url = new URL(address);
  if (url.origin === new URL(webUrl).origin) return url.href;
  const named = /^(?=.*[a-z])[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(url.hostname);
  const local = /(^|\.)(local|internal|localhost|home|lan)$/i.test(url.hostname);
  const plainHttps = url.protocol === 'https:' && url.port === '' && url.username === '';
  return plainHttps && named && !local ? url.href : '';
}

/** Identifies a picture by the path of its address: the signature in the query changes with every response. */
function plain(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
