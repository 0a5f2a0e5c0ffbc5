import { ProtoWriter } from '#shared/live/proto/writer.ts';
import type { ShowGift } from '../show/gifts.ts';
import type { Person } from '../show/people.ts';
import { encodePerson, writeImage } from './person.ts';

/** The fields that every message has. */
export interface Envelope {
  method: string;
  msgId: string;
  roomId: string;
  /** The room's owner; a gift names the owner if its sender chose nobody. */
  ownerId: string;
  /** The platform's send time, ms since the epoch. */
  createTime: number;
  parts: EncodeCache;
}

/** The platform's sentence about a message: its key, its pattern, and the pieces for the pattern. */
export interface DisplayText {
  key: string;
  pattern: string;
  /** Encoded people and plain texts, in the pattern's order. */
  pieces: readonly (Uint8Array | string)[];
}

/** Begins a message with its first field, as the platform does. */
export function beginMessage(envelope: Envelope, text?: DisplayText): ProtoWriter {
  const common = new ProtoWriter()
    .string(1, envelope.method)
    .varint(2, envelope.msgId)
    .varint(3, envelope.roomId)
    .varint(4, envelope.createTime)
    .varint(6, 1);
  if (text !== undefined) common.message(8, writeDisplayText(text));
  common.varint(9, 1).varint(10, 2);
  return new ProtoWriter().message(1, common);
}

function writeDisplayText(text: DisplayText): ProtoWriter {
  const writer = new ProtoWriter()
    .string(1, text.key)
    .string(2, text.pattern)
    .message(3, new ProtoWriter().string(1, '#ffffffff').varint(4, 400));
  for (const piece of text.pieces) {
    const part = new ProtoWriter();
    if (typeof piece === 'string') part.varint(1, 1).string(11, piece);
    else {
      part
        .varint(1, 11)
        .message(2, new ProtoWriter().string(1, '#ff8ce7ff').varint(4, 400))
        .message(21, new ProtoWriter().bytes(1, piece).varint(2, 1));
    }
    writer.message(4, part);
  }
  return writer;
}

/** Encodes people and gifts once: the same viewers send the same gifts many times. */
export class EncodeCache {
  readonly #people = new Map<string, Uint8Array>();
  readonly #gifts = new Map<number, Uint8Array>();

  person(person: Person): Uint8Array {
    const known = this.#people.get(person.id);
    if (known !== undefined) return known;
    const bytes = encodePerson(person);
    if (this.#people.size >= 4000) this.#people.clear();
    this.#people.set(person.id, bytes);
    return bytes;
  }

  gift(gift: ShowGift): Uint8Array {
    const known = this.#gifts.get(gift.id);
    if (known !== undefined) return known;
    const bytes = encodeGiftDetails(gift);
    this.#gifts.set(gift.id, bytes);
    return bytes;
  }
}

/** The Gift inside a gift message: its name, price, type and pictures. */
function encodeGiftDetails(gift: ShowGift): Uint8Array {
  const details = new ProtoWriter()
    .message(
      1,
      gift.picture === undefined
        ? writeImage(gift.id, 'webcast-va', 2)
        : new ProtoWriter().string(1, gift.picture),
    )
    .string(2, `Sent ${gift.name}`)
    .varint(4, 1000)
    .varint(5, gift.id)
    .varint(7, 1);
  if (gift.type === 1) details.varint(10, 1);
  return details
    .varint(11, gift.type)
    .varint(12, gift.diamonds)
    .varint(13, 1)
    .string(16, gift.name)
    .message(21, writeImage(gift.id + 1, 'webcast-va', 2))
    .finish();
}
