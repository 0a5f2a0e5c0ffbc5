import type { Detail } from '../encode/person.ts';
import { Random } from '../random.ts';
import { Chatter } from './chatter.ts';
import { Crowd } from './crowd.ts';
import type { ShowEvent } from './event.ts';
import { Giving } from './giving.ts';
import { MessageQueue, type RoomFacts } from './messageQueue.ts';
import type { ShowLocale } from './names.ts';
import type { Person, ShowAnchor } from './people.ts';
import { phaseAt } from './phases.ts';

export interface ShowOptions {
  seed: number;
  /** The show's beginning, ms since the epoch; events count from it. */
  startAt: number;
  room: RoomFacts;
  anchors: readonly ShowAnchor[];
  locale: ShowLocale;
  /** Messages that add a gift, a second, on average. */
  giftsPerSecond: number;
  /** Warm-up, rushes and quiet stretches; without them it is equally busy throughout. */
  phases?: boolean;
  /** Chats, likes and joins, against what suits the gifts; 0 for gifts only. */
  chatter?: number;
  /** The share of gifts that name a performer as recipient, 0 to 1. */
  recipients?: number;
  /** The audience at the beginning, when it must be this large. */
  viewers?: number;
  detail?: Detail;
  /** How fast the events are played, 1 unless told. */
  speed?: number;
}

/** An endless show: equal options give equal events, byte by byte. */
export function* createShow(options: ShowOptions): Generator<ShowEvent, never> {
  const { seed, anchors, locale, giftsPerSecond, chatter = 1, phases = true } = options;
  const { room, startAt, detail = 'full', speed = 1 } = options;
  const stage = new MessageQueue({ room, startAt, detail, speed });
  const liveliness = Math.min(8, 0.4 + giftsPerSecond * 0.25);
  const newPerSecond = liveliness / 2;
  const crowd = new Crowd({
    seed,
    locale,
    anchors,
    atStart: options.viewers ?? Math.ceil(30 + giftsPerSecond * 60),
    newPerSecond,
    atMost: Math.max(200_000, options.viewers ?? 0),
  });
  const giving = new Giving(stage, crowd, new Random(seed, 1), {
    giftsPerSecond,
    anchors,
    recipients: options.recipients ?? 0,
  });
  const talk =
    chatter > 0
      ? new Chatter(stage, crowd, new Random(seed, 2), {
          chats: liveliness * 0.5 * chatter,
          likes: liveliness * chatter,
          joins: newPerSecond * chatter,
          locale,
          rival: makeRival(seed),
        })
      : undefined;
  for (;;) {
    const planned = Math.min(giving.plannedUntil, talk?.nextAt ?? Number.POSITIVE_INFINITY);
    if (stage.nextAt <= planned) {
      const event = stage.take();
      if (event !== undefined) yield event;
    } else if (giving.plannedUntil <= planned) {
      giving.advance(phases ? phaseAt(giving.plannedUntil).factor : 1);
    } else {
      talk?.advance();
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
