import { ProtoWriter } from '#shared/live/proto/writer.ts';

/** A message inside a FetchResult. */
interface WireMessage {
  method: string;
  msgId: string;
  payload: Uint8Array;
}

interface FetchResult {
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

interface PushFrame {
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

/**
 * The fields of a client's frame that the platform reads. They are read without the product's decoder, so that a defect
 * cannot be in both ends.
 */
interface ClientFrame {
  logId: string;
  payloadType: string;
  payload: Uint8Array;
}

const text = new TextDecoder();

/** The fields of a protobuf message, each with its varint or its bytes. Throws at the end of a truncated message. */
export function* readFields(bytes: Uint8Array): Generator<{ field: number; value: bigint | Uint8Array }> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('the message breaks off');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new RangeError('a varint without an end');
  };
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RangeError('the message breaks off');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const field = Math.floor(tag / 8);
    if (field === 0) throw new RangeError('there is no field 0');
    const type = tag % 8;
    if (type === 0) yield { field, value: varint() };
    else if (type === 2) yield { field, value: take(Number(varint())) };
    else if (type === 1) yield { field, value: take(8) };
    else if (type === 5) yield { field, value: take(4) };
    else throw new RangeError(`there is no wire type ${type}`);
  }
}

/** A client's PushFrame; undefined if the bytes are none. */
export function readClientFrame(bytes: Uint8Array): ClientFrame | undefined {
  const frame: ClientFrame = { logId: '0', payloadType: '', payload: new Uint8Array() };
  try {
    for (const { field, value } of readFields(bytes)) {
      if (field === 2 && typeof value === 'bigint') frame.logId = value.toString();
      if (field === 7 && typeof value !== 'bigint') frame.payloadType = text.decode(value);
      if (field === 8 && typeof value !== 'bigint') frame.payload = value;
    }
  } catch {
    return undefined;
  }
  return frame;
}

/** The room that an EnterRoom frame names; '' if it names none. */
export function readEnterRoom(payload: Uint8Array): string {
  try {
    for (const { field, value } of readFields(payload)) {
      if (field === 1 && typeof value === 'bigint') return value.toString();
    }
  } catch {
    return '';
  }
  return '';
}
