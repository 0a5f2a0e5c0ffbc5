import { ProtoWriter } from '#shared/live/proto/writer.ts';
import { Random } from '../random.ts';
import type { ShowGift } from '../show/gifts.ts';
import type { Person } from '../show/people.ts';
import { beginMessage, type DisplayText, type Envelope } from './common.ts';
import { encodePerson } from './person.ts';

/** One gift message as the platform words it. */
export interface GiftWords {
  gift: ShowGift;
  sender: Person;
  /** The performer that the sender chose; undefined names the owner, which means that nobody was chosen. */
  recipient: Person | undefined;
  /** The running total of the streak, or the pieces of a gift that comes at once. */
  repeat: number;
  /** Pieces that this very message brings: 0 in a closing one. */
  step: number;
  /** The closing message of a streak. */
  end: boolean;
  /** Sets a sender's streaks of one gift apart; empty for gifts that are no streak. */
  groupId: string;
}

export const GIFT_METHOD = 'WebcastGiftMessage';

export function encodeGift(envelope: Envelope, words: GiftWords): Uint8Array {
  const { gift, sender, recipient } = words;
  const user = envelope.parts.person(sender);
  const text: DisplayText = {
    key: 'webcast_aweme_gift_send_message',
    pattern: '{0:user} sent {1:gift} {2:string}',
    pieces: [user, gift.name, `x${words.repeat}`],
  };
  const full = envelope.parts.detail === 'full';
  const message = beginMessage(envelope, full ? text : undefined).varint(2, gift.id);
  if (words.step > 0) message.varint(3, words.step * gift.diamonds);
  message.varint(4, 1).varint(5, words.repeat).varint(6, words.repeat).bytes(7, user);
  if (recipient !== undefined) message.bytes(8, encodePerson(recipient, 'lean'));
  if (words.end) message.varint(9, 1);
  if (words.groupId !== '') message.varint(11, words.groupId);
  if (words.step > 0) message.varint(13, words.step * gift.diamonds);
  message.bytes(15, envelope.parts.gift(gift));
  if (full) message.string(16, logText(envelope));
  if (words.step > 0) message.varint(17, words.step > 1 ? 4 : 1);
  message.string(19, '').message(23, writeSending(envelope, recipient?.id ?? envelope.ownerId));
  // userIdentity, as captured messages have it.
  return message.message(32, new ProtoWriter().varint(1, 1).varint(4, 1)).finish();
}

/** Where and when the sender's device sent it, and the account that it was meant for. */
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

/** The platform's own trace of the message: the minute it was sent and a machine's number. */
function logText(envelope: Envelope): string {
  const stamp = new Date(envelope.createTime).toISOString().replace(/\D/g, '').slice(0, 14);
  return stamp + new Random(envelope.createTime).hex(20).toUpperCase();
}
