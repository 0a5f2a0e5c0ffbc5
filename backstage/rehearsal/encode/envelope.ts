import { ProtoWriter } from '#shared/live/proto/writer.ts';
import { Random } from '../random.ts';
import type { ShowGift } from '../show/gifts.ts';
import type { Person } from '../show/people.ts';

/** An Image: addresses of one picture on several hosts, and its storage key. */
function writeImage(look: number, folder: string, hosts: number): ProtoWriter {
  const random = new Random(look, folder.length);
  const image = new ProtoWriter();
  const key = `${folder}/${random.hex(32)}`;
  for (let host = 0; host < hosts; host++) {
    const signature = random.hex(64);
    image.string(
      1,
      `https://p${16 + host}-sign.tiktokcdn.com/${key}~tplv-photomode-zoomcover:100:100.webp?` +
        `lk3s=${random.hex(8)}&nonce=${random.int(10_000, 99_999)}&refresh_token=${random.hex(32)}` +
        `&x-expires=1701964800&x-signature=${signature}&shp=fdd36af4&shcp=${random.hex(8)}`,
    );
  }
  return image.string(2, key);
}

/** A badge beside the name: its picture, its colours and the address that a tap opens. */
function writeBadge(kind: number, look: number, text: string): ProtoWriter {
  const random = new Random(look, kind);
  const id = (7_138_381_747_292_000_000n + BigInt(random.int(0, 999_999))).toString();
  const popup =
    'sslocal://webcast_lynxview_popup?use_spark=1&url=https%3A%2F%2Flf16-gecko-source.tiktokcdn.com%2Fobj' +
    '%2Fbyte-gurd-source-sg%2Ftiktok%2Ffe%2Flive%2Ftiktok_live_revenue_user_level_main%2Fsrc%2Fpages' +
    '%2Fprivilege%2Fpanel%2Ftemplate.js&hide_status_bar=0&hide_nav_bar=1&container_bg_color=00000000' +
    '&height=90%25&bdhm_bid=tiktok_live_revenue_user_level_main&use_forest=1';
  return new ProtoWriter()
    .varint(1, 4)
    .varint(2, 20)
    .varint(3, kind)
    .varint(4, 1)
    .string(10, popup)
    .varint(11, 1)
    .message(
      12,
      new ProtoWriter()
        .string(1, '2')
        .string(2, id)
        .string(3, '0')
        .string(4, `mock_fix_width_transparent_${id}`)
        .string(5, text),
    )
    .message(
      23,
      new ProtoWriter()
        .varint(1, 4)
        .message(2, writeImage(look, 'webcast-va/grade_badge_icon', 2))
        .string(4, text)
        .message(5, new ProtoWriter().varint(1, 1).varint(2, 2).varint(3, 32))
        .message(11, new ProtoWriter().string(2, '#B3477EFF'))
        .message(12, new ProtoWriter().string(2, '#B3477EFF'))
        .varint(15, 14)
        .varint(16, 15),
    );
}

/** A User with its id and names only, as a gift names its recipient. */
export function writeNames({ id, nickname, username }: Person): ProtoWriter {
  return new ProtoWriter().varint(1, id).string(3, nickname).string(38, username);
}

/** A User: id, names, pictures in three sizes, follower counts, badges. */
function encodePerson(person: Person): Uint8Array {
  const random = new Random(person.look);
  const user = new ProtoWriter()
    .varint(1, person.id)
    .string(3, person.nickname)
    .message(9, writeImage(person.look, '100x100/tos-alisg-avt-0068', 3))
    .message(22, new ProtoWriter().varint(1, random.int(1, 5000)).varint(2, random.int(1, 9000)).varint(3, 1))
    .string(23, '')
    .string(32, '')
    .string(38, person.username)
    .string(46, `MS4wLjABAAAA${random.hex(64)}`);
  if (person.level > 0) user.message(64, writeBadge(8, person.look, String(person.level)));
  if (person.level > 20) user.message(64, writeBadge(10, person.look + 1, 'Ⅱ'));
  return user.finish();
}

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
