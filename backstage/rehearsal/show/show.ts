import { Random } from '../random.ts';
import { Chatter } from './chatter.ts';
import { Crowd } from './crowd.ts';
import type { ShowEvent } from './event.ts';
import { Giving } from './giving.ts';
import type { MessageQueue } from './messageQueue.ts';
import type { ShowLocale } from './names.ts';
import type { Person, ShowAnchor } from './people.ts';

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
