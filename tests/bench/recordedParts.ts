import { ProtoWriter } from '#shared/live/proto/writer.ts';

/**
 * Parts of the platform's messages in their real size and depth. Most of a message is pictures, badges and a formatted
 * sentence, which a gift counter ignores.
 */

const msg = (): ProtoWriter => new ProtoWriter();

/** A text of `length` letters and digits, different for each seed. */
export function letters(length: number, seed: number): string {
  let text = '';
  for (let i = seed * 2_654_435_761; text.length < length; i += 40_503)
    text += (i % 4_294_967_291).toString(36);
  return text.slice(0, length);
}

export function picture(seed: number, urls: number, length: number): ProtoWriter {
  const image = msg();
  for (let i = 0; i < urls; i += 1) image.string(1, `https://${letters(length - 8, seed + i)}`);
  return image.string(2, `100x100/tos-avt-0068/${letters(32, seed)}`);
}

function badge(seed: number, level: number): ProtoWriter {
  const link = `sslocal://popup?url=https%3A%2F%2F${letters(320, seed)}`;
  const track = msg().string(1, '2').string(2, letters(19, seed)).string(3, '0').string(4, letters(46, seed));
  const colours = (): ProtoWriter => msg().string(1, '').string(2, '#B3477EFF');
  const combined = msg()
    .varint(1, 4)
    .message(2, picture(seed, 2, 93).string(7, link))
    .string(4, String(level))
    .message(5, msg().varint(1, 1).varint(2, 2).varint(3, 32))
    .string(6, '')
    .message(7, msg().message(3, msg().string(2, '')).string(4, ''))
    .message(11, colours())
    .message(12, colours())
    .varint(15, 14)
    .varint(16, 15);
  const head = msg().varint(1, 4).varint(2, 20).varint(3, 8).varint(4, 1).string(10, link).varint(11, 1);
  return head.message(12, track.string(5, String(level))).message(23, combined);
}

export function personId(seed: number): string {
  return String(6_500_000_000_000_000_000n + BigInt(seed) * 982_451_653_123n);
}

/** A viewer with up to three badges; every fourth has none. */
export function person(seed: number): ProtoWriter {
  const names = ['ミカ🌹live', 'user8842_sakura', 'Ella Marie', '小雨不停下', 'vdb18bc'];
  const writer = msg()
    .varint(1, personId(seed))
    .string(3, `${names[seed % names.length]}${seed}`)
    .message(9, picture(seed, 3, 172))
    .message(
      22,
      msg()
        .varint(1, seed % 5000)
        .varint(2, (seed * 7) % 9000)
        .varint(3, 3),
    )
    .string(23, '')
    .string(32, '')
    .string(38, `name_${letters(8, seed)}`)
    .string(46, letters(76, seed));
  for (let i = 0; i < seed % 4; i += 1) writer.message(64, badge(seed + i, seed % 40));
  return writer.string(1028, letters(19, seed));
}

const colour = (): ProtoWriter => msg().string(1, '#ffface15').varint(4, 400);

/** The sentence for the platform's own client. It repeats a whole viewer if it mentions one. */
export function sentence(key: string, pattern: string, viewer?: number): ProtoWriter {
  const text = msg().string(1, key).string(2, pattern).message(3, colour());
  if (viewer !== undefined) {
    text.message(
      4,
      msg()
        .varint(1, 11)
        .message(2, colour())
        .message(21, msg().message(1, person(viewer)).varint(2, 1)),
    );
  }
  return text.message(4, msg().varint(1, 1).message(2, colour()).string(11, 'x4'));
}

export function head(method: string, msgId: string, at: number, text?: ProtoWriter): ProtoWriter {
  const common = msg()
    .string(1, method)
    .varint(2, msgId)
    .varint(3, '7309128470994258694')
    .varint(4, at)
    .varint(6, 1);
  if (text === undefined) return common;
  return common.message(8, text).varint(9, 1).varint(10, 2).varint(22, 5).varint(23, 1).varint(24, 2);
}
