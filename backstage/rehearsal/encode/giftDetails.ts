import { ProtoWriter } from '#shared/live/proto/writer.ts';
import type { ShowGift } from '../show/gifts.ts';
import { type Detail, writeImage } from './person.ts';

/** The Gift inside a gift message: what it is, costs and looks like; the same in all of them. */
export function encodeGiftDetails(gift: ShowGift, detail: Detail): Uint8Array {
  const full = detail === 'full';
  const details = new ProtoWriter();
  if (full) details.message(1, writeImage(gift.id, 'webcast-va', 2));
  details.string(2, `Sent ${gift.name}`).varint(4, 1000).varint(5, gift.id).varint(7, 1);
  if (gift.type === 1) details.varint(10, 1);
  details.varint(11, gift.type).varint(12, gift.diamonds).varint(13, 1).string(16, gift.name);
  if (full) details.message(21, writeImage(gift.id + 1, 'webcast-va', 2));
  return details.finish();
}
