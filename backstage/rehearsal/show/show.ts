import type { Envelope } from '../encode/envelope.ts';
import {
  type BattleState,
  encodeArmies,
  encodeBattle,
  encodeCaption,
  encodeChat,
  encodeLike,
  encodeMember,
  encodeRank,
  encodeSocial,
  encodeViewers,
} from '../encode/room.ts';
import { Random } from '../random.ts';
import type { ShowEvent } from './event.ts';
import { Giving } from './giving.ts';
import { type MessageQueue, TimeQueue } from './messageQueue.ts';
import { makeChat, type ShowLocale } from './names.ts';
import { Crowd, type Person, type ShowAnchor } from './people.ts';

type PhaseName = 'warmUp' | 'steady' | 'rush' | 'quiet';

interface ShowPhase {
  name: PhaseName;
  /** Ms since the show began. */
  from: number;
  until: number;
  /** Activity relative to the show's average. */
  factor: number;
}

const WARM_UP_MS = 60_000;

/** These phases repeat after the warm-up. Their factors average 1 over a cycle, so that a show keeps its rate. */
const cycle: readonly { name: PhaseName; length: number; factor: number }[] = [
  { name: 'steady', length: 90_000, factor: 0.9 },
  { name: 'rush', length: 90_000, factor: 1.6 },
  { name: 'quiet', length: 60_000, factor: 0.25 },
];

/** The phase of a show at this moment (ms since it began). */
export function phaseAt(at: number): ShowPhase {
  if (at < WARM_UP_MS) return { name: 'warmUp', from: 0, until: WARM_UP_MS, factor: 0.6 };
  const length = cycle.reduce((sum, phase) => sum + phase.length, 0);
  let from = WARM_UP_MS + Math.floor((at - WARM_UP_MS) / length) * length;
  for (const phase of cycle) {
    const until = from + phase.length;
    if (at < until) return { name: phase.name, from, until, factor: phase.factor };
    from = until;
  }
  throw new RangeError(`not a moment of a show: ${at}`);
}

export interface ShowOptions {
  seed: number;
  /** Empty; the show puts its messages into it. */
  queue: MessageQueue;
  anchors: readonly ShowAnchor[];
  locale: ShowLocale;
  /** Messages that add a gift, a second, on average. */
  giftsPerSecond: number;
  /** How busy the show is at a moment (ms since it began), relative to its average. */
  activity(at: number): number;
  /** The share of gifts that name a performer as recipient, 0 to 1. */
  recipients: number;
}

/** An endless show. Equal options give equal events, byte by byte. */
export function* createShow(options: ShowOptions): Generator<ShowEvent, never> {
  const { seed, queue, anchors, locale, giftsPerSecond, recipients, activity } = options;
  const liveliness = Math.min(8, 0.4 + giftsPerSecond * 0.25);
  const newPerSecond = liveliness / 2;
  const crowd = new Crowd({
    seed,
    locale,
    anchors,
    atStart: Math.ceil(30 + giftsPerSecond * 60),
    newPerSecond,
    atMost: 200_000,
  });
  const giving = new Giving(queue, crowd, new Random(seed, 1), { giftsPerSecond, anchors, recipients });
  const chatter = new Chatter(queue, crowd, new Random(seed, 2), {
    chats: liveliness * 0.5,
    likes: liveliness,
    joins: newPerSecond,
    locale,
    rival: makeRival(seed),
  });
  for (;;) {
    const planned = Math.min(giving.plannedUntil, chatter.nextAt);
    if (queue.nextAt <= planned) {
      const event = queue.take();
      if (event !== undefined) yield event;
    } else if (giving.plannedUntil <= planned) {
      giving.advance(activity(giving.plannedUntil));
    } else {
      chatter.advance();
    }
  }
}

function makeRival(seed: number): Person {
  const random = new Random(seed, 3);
  return {
    id: (6_300_000_000_000_000_000n + BigInt(random.int(0, 0x7fff_ffff))).toString(),
    nickname: 'Neighbour Live',
    username: 'neighbour.live',
    level: 20,
    look: random.int(0, 0x7fff_ffff),
  };
}

type Kind = 'chat' | 'like' | 'join' | 'social' | 'viewers' | 'caption' | 'rank' | 'armies';

interface Message {
  method: string;
  encode: (envelope: Envelope) => Uint8Array;
}

const say = (method: string, encode: Message['encode']): Message => ({ method, encode });

interface ChatterOptions {
  /** Messages a second of each random kind. */
  chats: number;
  likes: number;
  joins: number;
  locale: ShowLocale;
  /** The host of the other room in battles. */
  rival: Person;
}

/** Creates all messages of a room except gifts. */
class Chatter {
  readonly #queue: MessageQueue;
  readonly #crowd: Crowd;
  readonly #random: Random;
  readonly #options: ChatterOptions;
  readonly #due = new TimeQueue<Kind>();
  #likes = 12_000;
  #follows = 100;
  #shares = 20;
  #battle: (BattleState & { until: number }) | undefined;

  constructor(queue: MessageQueue, crowd: Crowd, random: Random, options: ChatterOptions) {
    this.#queue = queue;
    this.#crowd = crowd;
    this.#random = random;
    this.#options = options;
    for (const kind of ['chat', 'like', 'join', 'social', 'viewers', 'caption', 'rank', 'armies'] as const) {
      this.#due.push(this.#wait(kind), kind);
    }
  }

  get nextAt(): number {
    return this.#due.nextAt;
  }

  /** Creates the next message. */
  advance(): void {
    const due = this.#due.pop();
    if (due === undefined) return;
    const message = this.#say(due.value, due.at);
    if (message !== undefined) this.#queue.add(due.at, due.at, message.method, message.encode);
    this.#due.push(due.at + this.#wait(due.value), due.value);
  }

  /** Ms until the next message of this kind. */
  #wait(kind: Kind): number {
    const { chats, likes, joins } = this.#options;
    const perSecond = { chat: chats, like: likes, join: joins, social: chats / 6, caption: 0.2, rank: 0.03 };
    if (kind === 'viewers') return 10_000;
    if (kind === 'armies') return 3000;
    return Math.max(1, this.#random.wait(perSecond[kind]));
  }

  #say(kind: Kind, at: number): Message | undefined {
    const random = this.#random;
    const anyone = (): Person => this.#crowd.anyone(random, at);
    switch (kind) {
      case 'chat': {
        const sender = anyone();
        const text = makeChat(random, this.#options.locale);
        return say('WebcastChatMessage', (envelope) => encodeChat(envelope, sender, text));
      }
      case 'like': {
        const sender = anyone();
        const count = random.int(1, 15);
        this.#likes += count;
        const total = this.#likes;
        return say('WebcastLikeMessage', (envelope) => encodeLike(envelope, sender, count, total));
      }
      case 'join': {
        const member = this.#crowd.newest(at);
        const members = this.#crowd.sizeAt(at);
        const action = random.chance(0.02) ? 3 : 1;
        return say('WebcastMemberMessage', (envelope) => encodeMember(envelope, member, members, action));
      }
      case 'social': {
        const sender = anyone();
        const follow = random.chance(0.7);
        const count = follow ? ++this.#follows : ++this.#shares;
        return say('WebcastSocialMessage', (envelope) =>
          encodeSocial(envelope, sender, follow ? 'follow' : 'share', count),
        );
      }
      case 'viewers': {
        const top = [this.#crowd.viewer(0), this.#crowd.viewer(1), this.#crowd.viewer(2)];
        const inAll = this.#crowd.sizeAt(at);
        const now = Math.ceil(inAll * (0.4 + 0.3 * random.next()));
        return say('WebcastRoomUserSeqMessage', (envelope) => encodeViewers(envelope, top, now, inAll));
      }
      case 'caption':
        return say('WebcastCaptionMessage', (envelope) =>
          encodeCaption(envelope, '…and thank you all so much'),
        );
      case 'rank': {
        const rank = random.int(1, 99);
        return say('WebcastRankUpdateMessage', (envelope) => encodeRank(envelope, rank));
      }
      case 'armies':
        return this.#fight(at);
    }
  }

  /** Creates the next message of a battle with another room. A battle lasts until the end of its rush phase. */
  #fight(at: number): Message | undefined {
    const phase = phaseAt(at);
    const battle = this.#battle;
    if (battle !== undefined && at >= battle.until) {
      this.#battle = undefined;
      return say('WebcastLinkMicBattle', (envelope) => encodeBattle(envelope, battle, 5));
    }
    if (battle !== undefined) {
      const sides = battle.sides.map((side) => ({ ...side, score: side.score + this.#random.int(0, 40) }));
      const next = { ...battle, sides };
      this.#battle = next;
      return say('WebcastLinkMicArmies', (envelope) => encodeArmies(envelope, next));
    }
    if (phase.name !== 'rush' || phase.until - at < 20_000) return undefined;
    const begun = {
      battleId: (7_200_000_000_000_000_000n + BigInt(Math.floor(this.#queue.startAt + at))).toString(),
      startMs: Math.floor(this.#queue.startAt + at),
      duration: Math.round((phase.until - at) / 1000),
      sides: [
        { host: this.#queue.room.owner, score: 0 },
        { host: this.#options.rival, score: 0 },
      ],
      until: phase.until,
    };
    this.#battle = begun;
    return say('WebcastLinkMicBattle', (envelope) => encodeBattle(envelope, begun, 4));
  }
}
