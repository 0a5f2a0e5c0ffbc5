import type { RehearsalSize } from '#shared/contract/backstage.ts';
import { startPlatform } from './platform/index.ts';
import type { Profile, RoomScript } from './platform/script.ts';
import { Random } from './random.ts';
import type { RoomFacts } from './show/messageQueue.ts';
import type { ShowLocale } from './show/names.ts';
import { makeAnchors, type ShowAnchor } from './show/people.ts';
import { createShow } from './show/show.ts';

export interface RehearsalOptions {
  size: RehearsalSize;
  /** Equal seeds give the same people with the same tastes. */
  seed: number;
  locale: ShowLocale;
  /** Ms since the epoch; the show begins when it is first asked. */
  now(): number;
  /** Instead of the size's own: messages that add a gift, a second, up to 1000. */
  giftsPerSecond?: number;
}

/** An anchor for whom some of the show's viewers have come. */
export interface SuggestedAnchor {
  nickname: string;
  username: string;
  /** The platform's id of the anchor's account; some gifts name it as recipient. */
  userId: string;
  /** The exclusive gift that those viewers send. */
  giftId: number;
}

export interface Rehearsal {
  /** The addresses for an ordinary direct line. */
  line: { webUrl: string; wsUrl: string };
  /** The room to open; every other name is a room of the same kind. */
  username: string;
  suggestedAnchors: SuggestedAnchor[];
  close(): Promise<void>;
}

const sizes: Record<RehearsalSize, { giftsPerSecond: number; anchors: number }> = {
  small: { giftsPerSecond: 0.5, anchors: 3 },
  normal: { giftsPerSecond: 5, anchors: 4 },
  busy: { giftsPerSecond: 40, anchors: 5 },
  storm: { giftsPerSecond: 300, anchors: 6 },
};

const USERNAME = 'ringside.rehearsal';

const rooms: Record<ShowLocale, { host: string; title: string }> = {
  ja: { host: 'リングサイド稽古場', title: '推しを勝たせろ！チームバトル🔥' },
  en: { host: 'Ringside Practice', title: 'Team battle night 🔥 pick your side' },
  zh_CN: { host: '擂台彩排厅', title: '团播擂台赛🔥为你喜欢的主播加油' },
};

/** Opens a platform of one's own on a free loopback port, with an endless show in every room of it. */
export async function startRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
  const { seed, locale, now } = options;
  const size = sizes[options.size];
  const giftsPerSecond = Math.min(1000, options.giftsPerSecond ?? size.giftsPerSecond);
  const anchors = makeAnchors(seed, locale, size.anchors);
  const platform = await startPlatform({
    seed,
    now,
    identity: 'room',
    profile: (username) => profileOf(anchors, username),
    room: (username) => makeScript({ username, seed, locale, giftsPerSecond, anchors, startAt: now() }),
  });
  return {
    line: { webUrl: platform.webUrl, wsUrl: platform.wsUrl },
    username: USERNAME,
    suggestedAnchors: anchors.map(({ nickname, username, id, gift }) => ({
      nickname,
      username,
      userId: id,
      giftId: gift.id,
    })),
    close: () => platform.close(),
  };
}

/** The accounts of a show's anchors, every second of them live in a room of their own. */
export function profileOf(anchors: readonly ShowAnchor[], username: string): Profile | undefined {
  const index = anchors.findIndex((anchor) => anchor.username === username);
  const person = anchors[index];
  if (person === undefined) return undefined;
  const random = new Random(person.look, 0xf0);
  return {
    person,
    followers: random.int(800, 240_000),
    following: random.int(8, 400),
    live: index % 2 === 0,
  };
}

/** A room for whoever is asked for: its facts follow from the name, so each name is a room of its own. */
export function makeRoom(username: string, seed: number, locale: ShowLocale): RoomFacts {
  const random = new Random(seed, ...[...username].map((letter) => letter.codePointAt(0) ?? 0));
  const id = (base: bigint): string => (base + BigInt(random.int(0, 0x7fff_ffff)) * 4096n).toString();
  return {
    roomId: id(7_309_000_000_000_000_000n),
    owner: {
      id: id(6_838_000_000_000_000_000n),
      nickname: rooms[locale].host,
      username,
      level: 30,
      look: random.int(0, 0x7fff_ffff),
    },
    title: rooms[locale].title,
  };
}

function makeScript(show: {
  username: string;
  seed: number;
  locale: ShowLocale;
  giftsPerSecond: number;
  anchors: readonly ShowAnchor[];
  startAt: number;
}): RoomScript {
  const facts = makeRoom(show.username, show.seed, show.locale);
  return {
    facts,
    followers: 128_400,
    following: 37,
    // One gift in fifty names its recipient, so that this way of crediting shows as well.
    events: createShow({ ...show, room: facts, recipients: 0.02 }),
    speed: 1,
    begins: 'now',
  };
}
