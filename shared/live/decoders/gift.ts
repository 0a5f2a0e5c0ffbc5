import type { GiftMessage } from '../messages.ts';
import { BrokenMessage, ProtoReader } from '../proto/reader.ts';
import { type MessageMeta, newHead, readCount, readHead, readUser } from './common.ts';

/** The type of gifts that are sent as a streak of messages. */
const STREAK_TYPE = 1;
const MAX_GIFT_ID = 0x7fffffff;

/** Decodes a gift. A gift without an id, a sender or a plausible count cannot be counted, so it is broken. */
export function decodeGift(payload: Uint8Array, meta: MessageMeta): GiftMessage {
  const gift: GiftMessage = {
    kind: 'gift',
    ...newHead(meta),
    user: { id: '', nickname: '', displayId: '' },
    giftId: 0,
    name: '',
    diamonds: 0,
    giftType: 0,
    streak: false,
    groupId: '',
    repeatCount: 0,
    repeatEnd: false,
    comboCount: 0,
    groupCount: 0,
    tickets: 0,
    toUser: undefined,
    ownerToUserId: '',
    sendType: 0,
    orderId: '',
    image: undefined,
  };
  const reader = new ProtoReader(payload);
  while (reader.next()) readField(reader, gift);
  gift.streak = gift.giftType === STREAK_TYPE;
  if (gift.giftId === 0) throw new BrokenMessage('a gift without an id');
  if (gift.user.id === '' || gift.user.id === '0') throw new BrokenMessage('a gift without a sender');
  if (gift.msgId === '' || gift.msgId === '0') throw new BrokenMessage('a gift without a message id');
  return gift;
}

function readField(reader: ProtoReader, gift: GiftMessage): void {
  switch (reader.field) {
    case 1:
      readHead(reader, gift);
      return;
    case 2:
      gift.giftId = readCount(reader, MAX_GIFT_ID);
      return;
    case 3:
      gift.tickets = readCount(reader);
      return;
    case 4:
      gift.groupCount = readCount(reader);
      return;
    case 5:
      gift.repeatCount = readCount(reader);
      return;
    case 6:
      gift.comboCount = readCount(reader);
      return;
    case 7:
      gift.user = readUser(reader);
      return;
    case 8: {
      const { id, displayId } = readUser(reader);
      gift.toUser = { id, displayId };
      return;
    }
    case 9:
      gift.repeatEnd = reader.bool();
      return;
    case 11:
      gift.groupId = reader.id();
      return;
    case 15:
      readGift(reader, gift);
      return;
    case 17:
      gift.sendType = reader.number();
      return;
    case 23:
      gift.ownerToUserId = readRecipient(reader);
      return;
    case 28:
      gift.orderId = reader.string();
      return;
    default:
      reader.skip();
  }
}

function readGift(reader: ProtoReader, gift: GiftMessage): void {
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1 && reader.isDelimited) gift.image = reader.bytes();
    else if (reader.field === 5 && gift.giftId === 0) gift.giftId = readCount(reader, MAX_GIFT_ID);
    else if (reader.field === 11) gift.giftType = reader.number();
    else if (reader.field === 12) gift.diamonds = readCount(reader);
    else if (reader.field === 16) {
      gift.name = reader.string();
      // Stop here: the name comes after type and price, and the remaining fields are other pictures.
      if (gift.giftType !== 0 && gift.diamonds !== 0) break;
    } else reader.skip();
  }
  reader.leave(outer);
}

/** Reads the first address of a gift's image; '' for none. A broken image is ignored: the gift still counts. */
export function giftPicture(image: Uint8Array): string {
  try {
    const reader = new ProtoReader(image);
    while (reader.next()) {
      if (reader.field === 1) return reader.string();
      reader.skip();
    }
  } catch (error) {
    if (!(error instanceof BrokenMessage)) throw error;
  }
  return '';
}

function readRecipient(reader: ProtoReader): string {
  let id = '';
  const outer = reader.enter();
  while (id === '' && reader.next()) {
    if (reader.field === 8) id = reader.id();
    else reader.skip();
  }
  reader.leave(outer);
  return id;
}
