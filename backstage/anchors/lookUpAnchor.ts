import { type AnchorFacts, accountKey } from '#shared/contract/anchors.ts';
import type { RoomFacts } from '#shared/live/source.ts';
import type { Device } from '../sources/device.ts';
import { type Fetch, get } from '../sources/http.ts';
import { lookUpRoom } from '../sources/lookup.ts';
import { pageHeaders } from '../sources/wire.ts';
import type { PictureStore } from './pictureStore.ts';

/** Bytes of a picture of the platform; what is larger is left out. */
const LARGEST_AVATAR = 512 * 1024;

/** Where an anchor is looked up. */
export interface Platform {
  webUrl: string;
  device: Device;
  fetch: Fetch;
}

/** What is known of an anchor, with where its picture came from. */
export interface KnownAnchor {
  facts: AnchorFacts;
  /** Empty when there is no picture. */
  avatarUrl: string;
}

/**
 * What the platform says of an account, with its picture where that can be had. A picture that is the same as
 * `before` is not fetched again. Rejects as `FrameSource.resolve` does.
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

/** An anchor without a picture is no failure: an initial stands in its place. */
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
 * A picture's address comes from an answer: only an https address of a named host is asked, or one of the very
 * place that gave the answer. An answer must not make us call on machines of our own network.
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

/** Signed addresses change with every answer; the picture is named by the path. */
function plain(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
