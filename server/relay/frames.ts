import { gzipSync } from 'node:zlib';
import type { RawMessage } from '#shared/live/messages.ts';
import { ProtoWriter } from '#shared/live/proto/writer.ts';

/** Below so many bytes zipping costs more than it saves. */
const ZIP_FROM = 512;

function frame(payloadType: string, position: number, payload: Uint8Array): Uint8Array {
  return new ProtoWriter()
    .varint(2, position)
    .string(6, 'pb')
    .string(7, payloadType)
    .bytes(8, payload)
    .finish();
}

/** Messages as the platform sent them, in a frame that is acknowledged by its position. */
export function messageFrame(messages: readonly RawMessage[], position: number): Uint8Array {
  const result = new ProtoWriter();
  for (const { method, payload, msgId, isHistory } of messages) {
    const entry = new ProtoWriter().string(1, method).bytes(2, payload).varint(3, msgId);
    if (isHistory) entry.varint(6, 1);
    result.message(1, entry);
  }
  const content = result.string(2, String(position)).varint(9, 1).finish();
  return frame('msg', position, content.length < ZIP_FROM ? content : gzipSync(content));
}

/** Stands for a frame that was broken when it came: whoever gets it knows that something was lost here. */
export function brokenFrame(position: number): Uint8Array {
  return frame('msg', position, Uint8Array.of(0x1f, 0x8b, 0));
}

/** Says that the line works although nothing happens. */
export const stillHere: Uint8Array = frame('hb', 0, new Uint8Array(0));
