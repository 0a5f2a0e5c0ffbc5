import { encodeGift, GIFT_METHOD } from '#backstage/rehearsal/encode/gift.ts';
import { Random } from '#backstage/rehearsal/random.ts';
import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';
import { bigGifts, commonGifts, exclusiveGifts, type ShowGift } from '#backstage/rehearsal/show/gifts.ts';
import type { RoomFacts } from '#backstage/rehearsal/show/messageQueue.ts';
import type { Person } from '#backstage/rehearsal/show/people.ts';
import { NumberedQueue } from './queues.ts';

/** A gift that a test sends. */
export interface HandmadeGift {
  /** A viewer or only a nickname. The same nickname always gives the same viewer id. */
  viewer: string | { id: string; nickname: string; username?: string };
  /** The id of a gift in the rehearsal, or another gift. */
  gift: number | ShowGift;
  /** The running total of a streak, or the pieces of a gift without a streak; 1 by default. */
  count?: number;
  /** Pieces that this message adds; equals `count` by default. */
  step?: number;
  /** The streak of an earlier gift to continue; a new streak by default. */
  groupId?: string;
  /** Whether to send the closing message too; true by default. */
  close?: boolean;
  /** The performer that the viewer sends the gift to. */
  recipient?: { id: string; username: string; nickname?: string };
  /** The platform's send time, ms since the epoch; now by default. */
  sentAt?: number;
}

export interface SentGift {
  userId: string;
  username: string;
  giftId: number;
  groupId: string;
  msgIds: string[];
}

const known = new Map([...commonGifts, ...bigGifts, ...exclusiveGifts].map((gift) => [gift.id, gift]));

/** The first number of handmade messages. */
const FIRST_NUMBER = 700_000;

/** Encodes handmade gifts as messages. */
export class Workshop {
  readonly #queue: NumberedQueue;
  readonly #now: () => number;

  constructor(room: RoomFacts, now: () => number) {
    this.#queue = new NumberedQueue(room, 0, FIRST_NUMBER);
    this.#now = now;
  }

  make(order: HandmadeGift): { sent: SentGift; events: ShowEvent[] } {
    const gift = typeof order.gift === 'number' ? known.get(order.gift) : order.gift;
    if (gift === undefined) throw new RangeError(`the rehearsal knows no gift ${JSON.stringify(order.gift)}`);
    const sender = describeViewer(order.viewer);
    const recipient: Person | undefined = order.recipient && {
      nickname: order.recipient.username,
      level: 0,
      look: 1,
      ...order.recipient,
    };
    const { count = 1, step = count, close = true, sentAt = this.#now() } = order;
    const streak = gift.type === 1;
    const groupId = streak ? (order.groupId ?? this.#queue.newGroup(sentAt)) : '';
    const parts = [{ repeat: count, step, end: false, groupId }];
    if (streak && close) parts.push({ repeat: count, step: 0, end: true, groupId });
    const events: ShowEvent[] = [];
    for (const part of parts) {
      const content = { gift, sender, recipient, ...part };
      this.#queue.add(0, sentAt, GIFT_METHOD, (envelope) => encodeGift(envelope, content), {
        userId: sender.id,
        nickname: sender.nickname,
        giftId: gift.id,
        name: gift.name,
        diamonds: gift.diamonds,
        streak,
        ...part,
      });
      const event = this.#queue.take();
      if (event !== undefined) events.push(event);
    }
    const msgIds = events.map((event) => event.msgId);
    return {
      sent: { userId: sender.id, username: sender.username, giftId: gift.id, groupId, msgIds },
      events,
    };
  }
}

function describeViewer(viewer: HandmadeGift['viewer']): Person {
  if (typeof viewer !== 'string') return { username: `user${viewer.id}`, level: 1, look: 7, ...viewer };
  const random = new Random(...[...viewer].map((letter) => letter.codePointAt(0) ?? 0));
  const number = random.int(0, 0x7fff_ffff);
  return {
    id: (6_700_000_000_000_000_000n + BigInt(number)).toString(),
    nickname: viewer,
    username: `user${number.toString(36)}`,
    level: 1,
    look: number,
  };
}
