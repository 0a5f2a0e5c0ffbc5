import { gzipSync } from 'node:zlib';
import { ProtoWriter } from '#shared/live/proto/writer.ts';

/** Builders of the platform's messages and frames, as small as possible. */

interface GiftParts {
  msgId: string;
  userId?: string;
  nickname?: string;
  giftId?: number;
  name?: string;
  diamonds?: number;
  type?: number;
  group?: string;
  repeat?: number;
  end?: boolean;
  tickets?: number;
  sentAt?: number;
}

export function common(method: string, msgId: string, sentAt = 1_700_000_000_000): ProtoWriter {
  return new ProtoWriter()
    .string(1, method)
    .varint(2, msgId)
    .varint(3, '7300000000000000001')
    .varint(4, sentAt);
}

export function user(id: string, nickname = 'Mika', displayId = 'mika'): ProtoWriter {
  return new ProtoWriter()
    .varint(1, id)
    .string(3, nickname)
    .message(9, new ProtoWriter().string(1, 'https://example.test/picture'))
    .string(38, displayId);
}

export function giftPayload(parts: GiftParts): Uint8Array {
  const { userId = '7000000000000000001', giftId = 5655, diamonds = 1, type = 1, repeat = 1 } = parts;
  const gift = new ProtoWriter().varint(5, giftId).varint(11, type).varint(12, diamonds);
  const message = new ProtoWriter()
    .message(1, common('WebcastGiftMessage', parts.msgId, parts.sentAt))
    .varint(2, giftId)
    .varint(3, parts.tickets ?? 0)
    .varint(5, repeat)
    .message(7, user(userId, parts.nickname))
    .varint(9, parts.end ? 1 : 0)
    .message(15, gift.string(16, parts.name ?? 'Rose'));
  if (parts.group !== undefined) message.varint(11, parts.group);
  return message.finish();
}

function controlPayload(msgId: string, action: number): Uint8Array {
  return new ProtoWriter().message(1, common('WebcastControlMessage', msgId)).varint(2, action).finish();
}

export function chatPayload(msgId: string, text = 'hello'): Uint8Array {
  const message = new ProtoWriter().message(1, common('WebcastChatMessage', msgId));
  return message.message(2, user('7000000000000000002')).string(3, text).finish();
}

export interface EnvelopeParts {
  method: string;
  msgId: string;
  payload: Uint8Array;
  history?: boolean;
}

export const giftEnvelope = (parts: GiftParts, history = false): EnvelopeParts => ({
  method: 'WebcastGiftMessage',
  msgId: parts.msgId,
  payload: giftPayload(parts),
  history,
});

export const chatEnvelope = (msgId: string): EnvelopeParts => ({
  method: 'WebcastChatMessage',
  msgId,
  payload: chatPayload(msgId),
});

export const controlEnvelope = (msgId: string, action: number, history = false): EnvelopeParts => ({
  method: 'WebcastControlMessage',
  msgId,
  payload: controlPayload(msgId, action),
  history,
});

interface ResultParts {
  cursor?: string;
  internalExt?: string;
  needAck?: boolean;
  heartbeat?: number;
  pushServer?: string;
  routeParams?: Record<string, string>;
}

export function fetchResult(messages: EnvelopeParts[], parts: ResultParts = {}): Uint8Array {
  const result = new ProtoWriter();
  for (const { method, payload, msgId, history } of messages) {
    // The platform sends a message's type and offset; no decoder reads them.
    const envelope = new ProtoWriter().string(1, method).bytes(2, payload).varint(3, msgId);
    envelope.varint(4, 1).varint(5, 12);
    result.message(1, history ? envelope.varint(6, 1) : envelope);
  }
  if (parts.cursor !== undefined) result.string(2, parts.cursor);
  result.varint(3, 1000).varint(4, 1_700_000_000_000);
  if (parts.internalExt !== undefined) result.string(5, parts.internalExt);
  for (const [key, value] of Object.entries(parts.routeParams ?? {})) {
    result.message(7, new ProtoWriter().string(1, key).string(2, value));
  }
  if (parts.heartbeat !== undefined) result.varint(8, parts.heartbeat);
  if (parts.needAck) result.varint(9, 1);
  if (parts.pushServer !== undefined) result.string(10, parts.pushServer);
  return result.finish();
}

export function pushFrame(
  payload: Uint8Array,
  options: { logId?: string; type?: string; zip?: boolean } = {},
): Uint8Array {
  const { logId = '1', type = 'msg', zip = true } = options;
  const content = zip ? new Uint8Array(gzipSync(payload)) : payload;
  const frame = new ProtoWriter().varint(1, 77).varint(2, logId).varint(3, 8888).varint(4, 8);
  frame.message(5, new ProtoWriter().string(1, 'compress_type').string(2, zip ? 'gzip' : 'none'));
  return frame.string(6, 'pb').string(7, type).bytes(8, content).finish();
}

/** A gzip frame with only these messages. */
export function frameOf(...messages: EnvelopeParts[]): Uint8Array {
  return pushFrame(fetchResult(messages));
}
