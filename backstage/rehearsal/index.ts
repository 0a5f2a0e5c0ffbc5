import type { RehearsalSize } from '#shared/contract/backstage.ts';
import type { Account } from './platform/answers.ts';
import { Platform } from './platform/platform.ts';
import { Random } from './random.ts';
import { MessageQueue, type RoomFacts } from './show/messageQueue.ts';
import type { ShowLocale } from './show/names.ts';
import { makeAnchors, type ShowAnchor } from './show/people.ts';
import { createShow, phaseAt } from './show/show.ts';

export interface RehearsalOptions {
  size: RehearsalSize;
  /** Equal seeds give the same people with the same tastes. */
  seed: number;
  locale: ShowLocale;
  /** Ms since the epoch. */
  now(): number;
}

/** An anchor who has fans among the show's viewers. */
export interface SuggestedAnchor {
  nickname: string;
  username: string;
  /** The platform's id of the anchor's account; some gifts name it as recipient. */
  userId: string;
  /** The exclusive gift that the fans send. */
  giftId: number;
}

export interface Rehearsal {
  /** The addresses for an ordinary direct line. */
  line: { webUrl: string; wsUrl: string };
  /** The room to open. Every other username has a room of the same kind. */
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

/** Starts a platform on a free loopback port, with an endless show in each of its rooms. */
export async function startRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
  const { seed, locale, now } = options;
  const { giftsPerSecond, anchors: count } = sizes[options.size];
  const anchors = makeAnchors(seed, locale, count);
  const platform = new Platform({
    seed,
    now,
    account: (username) => accountOf(anchors, username),
    room: (username) => {
      const facts = makeRoom(username, seed, locale);
      const queue = new MessageQueue(facts, now());
      const activity = (at: number) => phaseAt(at).factor;
      // One gift in fifty names its recipient, so that the host sees this way of crediting too.
      const show = { seed, queue, anchors, locale, giftsPerSecond, activity, recipients: 0.02 };
      return { facts, followers: 128_400, following: 37, events: createShow(show) };
    },
  });
  await platform.listen(0);
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

/** The account of a show's anchor. Every second anchor is live in a separate room. */
export function accountOf(anchors: readonly ShowAnchor[], username: string): Account | undefined {
  const index = anchors.findIndex((anchor) => anchor.username === username);
  const person = anchors[index];
  if (person === undefined) return undefined;
  const random = new Random(person.look, 0xf0);
  const live = index % 2 === 0;
  return {
    person,
    followers: random.int(800, 240_000),
    following: random.int(8, 400),
    roomId: live ? `73${person.id.slice(2)}` : '',
    live,
  };
}

/** The room of this username. Its facts are derived from the name, so each name has a different room. */
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
