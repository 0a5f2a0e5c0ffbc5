import { ProtoWriter } from '#shared/live/proto/writer.ts';

/** A message inside a FetchResult. */
export interface WireMessage {
  method: string;
  msgId: string;
  payload: Uint8Array;
}

export interface FetchResult {
  messages: readonly WireMessage[];
  cursor: string;
  internalExt: string;
  /** Ms since the epoch. */
  now: number;
  needAck: boolean;
  /** Messages from before the connection. */
  history: boolean;
}

export function encodeFetchResult(content: FetchResult): Uint8Array {
  const result = new ProtoWriter();
  for (const message of content.messages) {
    const entry = new ProtoWriter()
      .string(1, message.method)
      .bytes(2, message.payload)
      .varint(3, message.msgId);
    if (content.history) entry.varint(6, 1);
    result.message(1, entry);
  }
  result.string(2, content.cursor).varint(3, 1000).varint(4, content.now).string(5, content.internalExt);
  result.varint(8, 10_000);
  if (content.needAck) result.varint(9, 1);
  return result.finish();
}

export interface PushFrame {
  seqId: number;
  /** Unsigned 64 bits, as decimal digits. */
  logId: string;
  payloadType: string;
  payload: Uint8Array;
  /** Whether the payload is gzip. Readers look at its first two bytes; the header repeats it. */
  gzip: boolean;
}

export function encodePushFrame(content: PushFrame): Uint8Array {
  const frame = new ProtoWriter()
    .varint(1, content.seqId)
    .varint(2, content.logId)
    .varint(3, 8888)
    .varint(4, 8);
  if (content.gzip) {
    frame.message(5, new ProtoWriter().string(1, 'compress_type').string(2, 'gzip'));
  }
  return frame.string(6, 'pb').string(7, content.payloadType).bytes(8, content.payload).finish();
}
