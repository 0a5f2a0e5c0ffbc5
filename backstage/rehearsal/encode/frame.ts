import { ProtoWriter } from '#shared/live/proto/writer.ts';

/** A message inside a FetchResult. */
export interface WireMessage {
  method: string;
  msgId: string;
  payload: Uint8Array;
}

export interface FetchResultWords {
  messages: readonly WireMessage[];
  cursor: string;
  internalExt: string;
  /** Ms since the epoch. */
  now: number;
  needAck: boolean;
  /** Messages from before the connection. */
  history: boolean;
  /** Only in a signing service's answer. */
  pushServer?: string;
  routeParams?: Readonly<Record<string, string>>;
}

export function encodeFetchResult(words: FetchResultWords): Uint8Array {
  const result = new ProtoWriter();
  for (const message of words.messages) {
    const entry = new ProtoWriter()
      .string(1, message.method)
      .bytes(2, message.payload)
      .varint(3, message.msgId);
    if (words.history) entry.varint(6, 1);
    result.message(1, entry);
  }
  result.string(2, words.cursor).varint(3, 1000).varint(4, words.now).string(5, words.internalExt);
  for (const [key, value] of Object.entries(words.routeParams ?? {})) {
    result.message(7, new ProtoWriter().string(1, key).string(2, value));
  }
  result.varint(8, 10_000);
  if (words.needAck) result.varint(9, 1);
  if (words.pushServer !== undefined) result.string(10, words.pushServer);
  return result.finish();
}

export interface PushFrameWords {
  seqId: number;
  /** Unsigned 64 bits, as decimal digits. */
  logId: string;
  payloadType: string;
  payload: Uint8Array;
  /** The payload is gzip; a reader tells it by the first two bytes, the header only repeats it. */
  gzip: boolean;
}

export function encodePushFrame(words: PushFrameWords): Uint8Array {
  const frame = new ProtoWriter().varint(1, words.seqId).varint(2, words.logId).varint(3, 8888).varint(4, 8);
  if (words.gzip) {
    frame.message(5, new ProtoWriter().string(1, 'compress_type').string(2, 'gzip'));
  }
  return frame.string(6, 'pb').string(7, words.payloadType).bytes(8, words.payload).finish();
}
