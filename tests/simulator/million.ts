import { beginMessage, type Envelope, writeNames } from '#backstage/rehearsal/encode/envelope.ts';
import { GIFT_METHOD } from '#backstage/rehearsal/encode/gift.ts';
import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';
import { rose, type ShowGift } from '#backstage/rehearsal/show/gifts.ts';
import type { MessageQueue } from '#backstage/rehearsal/show/messageQueue.ts';
import type { ShowLocale } from '#backstage/rehearsal/show/names.ts';
import { makeViewer, type Person, type ShowAnchor } from '#backstage/rehearsal/show/people.ts';
import { ProtoWriter } from '#shared/live/proto/writer.ts';

const VIEWERS = 100_000;
const PIECES = 10;
/** Streaks that run at the same time. */
const TOGETHER = 1000;

interface MillionOptions {
  seed: number;
  queue: MessageQueue;
  anchors: readonly ShowAnchor[];
  locale: ShowLocale;
}

/**
 * Generates a million messages. Each viewer sends one streak of Roses or of the favourite anchor's gift, with one
 * message per piece and no closing message.
 */
export function* makeMillion({ seed, queue, anchors, locale }: MillionOptions): Generator<ShowEvent> {
  let at = 0;
  for (let first = 0; first < VIEWERS; first += TOGETHER) {
    const group = Array.from({ length: TOGETHER }, (_, index) => {
      const sender = makeViewer(seed, first + index, locale, anchors);
      const favourite = sender.favourite?.gift;
      const gift = favourite?.type === 1 ? favourite : rose;
      return { sender, gift, groupId: queue.newGroup(at) };
    });
    for (let repeat = 1; repeat <= PIECES; repeat++) {
      for (const { sender, gift, groupId } of group) {
        at += 1;
        queue.add(
          at,
          at,
          GIFT_METHOD,
          (envelope) => encodeLeanGift(envelope, sender, gift, repeat, groupId),
          {
            userId: sender.id,
            nickname: sender.nickname,
            giftId: gift.id,
            name: gift.name,
            diamonds: gift.diamonds,
            streak: true,
            repeat,
            step: 1,
            end: false,
            groupId,
          },
        );
        const event = queue.take();
        if (event !== undefined) yield event;
      }
    }
  }
}

/** Encodes one piece of a streak with only the fields that counting needs: full messages would take too long. */
function encodeLeanGift(
  envelope: Envelope,
  sender: Person,
  gift: ShowGift,
  repeat: number,
  groupId: string,
): Uint8Array {
  const details = new ProtoWriter()
    .varint(5, gift.id)
    .varint(10, 1)
    .varint(11, gift.type)
    .varint(12, gift.diamonds)
    .string(16, gift.name);
  return beginMessage(envelope)
    .varint(2, gift.id)
    .varint(3, gift.diamonds)
    .varint(5, repeat)
    .message(7, writeNames(sender))
    .varint(11, groupId)
    .varint(13, gift.diamonds)
    .message(15, details)
    .message(23, new ProtoWriter().varint(1, envelope.ownerId).varint(8, envelope.ownerId))
    .finish();
}
