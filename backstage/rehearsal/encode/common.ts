import { ProtoWriter } from '#shared/live/proto/writer.ts';
import type { EncodeCache } from './encodeCache.ts';

/** What every message needs to know of its room and of itself. */
export interface Envelope {
  method: string;
  msgId: string;
  roomId: string;
  /** The room's owner, whom a gift names when its sender chose nobody. */
  ownerId: string;
  /** The platform's send time, ms since the epoch. */
  createTime: number;
  parts: EncodeCache;
}

/** A sentence of the platform about a message: its key, its pattern, and the pieces put into it. */
export interface DisplayText {
  key: string;
  pattern: string;
  /** Encoded people and plain texts, in the pattern's order. */
  pieces: readonly (Uint8Array | string)[];
}

export function writeDisplayText(text: DisplayText): ProtoWriter {
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

/** A message's first field; the platform puts it first, and so do we. */
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
