import { ProtoWriter } from '#shared/live/proto/writer.ts';
import { Random } from '../random.ts';
import type { ShowGift } from '../show/gifts.ts';
import type { Person } from '../show/people.ts';
import { beginMessage, type DisplayText, type Envelope, writeNames } from './envelope.ts';

/** The content of one gift message. */
export interface GiftContent {
  gift: ShowGift;
  sender: Person;
  /** The performer that the sender chose. If undefined, the message names the owner: nobody was chosen. */
  recipient: Person | undefined;
  /** The running total of the streak, or the pieces of a gift without a streak. */
  repeat: number;
  /** Pieces that this message adds: 0 in a closing one. */
  step: number;
  /** The closing message of a streak. */
  end: boolean;
  /** Distinguishes a sender's streaks of one gift; '' without a streak. */
  groupId: string;
}

export const GIFT_METHOD = 'WebcastGiftMessage';

export function encodeGift(envelope: Envelope, content: GiftContent): Uint8Array {
  const { gift, sender, recipient } = content;
  const user = envelope.parts.person(sender);
  const text: DisplayText = {
    key: 'webcast_aweme_gift_send_message',
    pattern: '{0:user} sent {1:gift} {2:string}',
    pieces: [user, gift.name, `x${content.repeat}`],
  };
  const message = beginMessage(envelope, text).varint(2, gift.id);
  if (content.step > 0) message.varint(3, content.step * gift.diamonds);
  message.varint(4, 1).varint(5, content.repeat).varint(6, content.repeat).bytes(7, user);
  if (recipient !== undefined) message.message(8, writeNames(recipient));
  if (content.end) message.varint(9, 1);
  if (content.groupId !== '') message.varint(11, content.groupId);
  if (content.step > 0) message.varint(13, content.step * gift.diamonds);
  message.bytes(15, envelope.parts.gift(gift)).string(16, logText(envelope));
  if (content.step > 0) message.varint(17, content.step > 1 ? 4 : 1);
  message.string(19, '').message(23, writeSending(envelope, recipient?.id ?? envelope.ownerId));
  // userIdentity, as captured messages have it.
  return message.message(32, new ProtoWriter().varint(1, 1).varint(4, 1)).finish();
}

/** Where and when the sender's device sent the gift, and the recipient's account. */
function writeSending(envelope: Envelope, toUserId: string): ProtoWriter {
  const { createTime } = envelope;
  return new ProtoWriter()
    .varint(1, envelope.ownerId)
    .varint(3, createTime - 300)
    .varint(4, createTime - 220)
    .varint(6, createTime)
    .varint(8, toUserId)
    .string(10, 'android')
    .string(11, '320403');
}

/** The platform's trace of the message: its send time and a machine's number. */
function logText(envelope: Envelope): string {
  const stamp = new Date(envelope.createTime).toISOString().replace(/\D/g, '').slice(0, 14);
  return stamp + new Random(envelope.createTime).hex(20).toUpperCase();
}
