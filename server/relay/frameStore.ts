import { gzipSync } from 'node:zlib';
import type { RawMessage } from '#shared/live/messages.ts';
import { ProtoWriter } from '#shared/live/proto/writer.ts';

export interface StoredFrame {
  position: number;
  at: number;
  bytes: Uint8Array;
}

export interface StoreLimits {
  /** The time (ms) for which a frame is kept. */
  keepFor: number;
  /** Maximum number of bytes of all frames together. */
  most: number;
}

/** Keeps a room's frames of the last minutes, each with its position. Drops the oldest ones first. */
export class FrameStore {
  readonly #limits: StoreLimits;
  readonly #frames: StoredFrame[] = [];
  #bytes = 0;
  #last: number;

  /** The first position is `after` + 1. */
  constructor(limits: StoreLimits, after: number) {
    this.#limits = limits;
    this.#last = after;
  }

  get last(): number {
    return this.#last;
  }

  /** Adds a frame. `make` gets the frame's position. */
  add(at: number, make: (position: number) => Uint8Array): StoredFrame {
    this.#last += 1;
    const frame = { position: this.#last, at, bytes: make(this.#last) };
    this.#frames.push(frame);
    this.#bytes += frame.bytes.length;
    this.#forget(at);
    return frame;
  }

  /** Returns the kept frames after a position, in order. */
  after(position: number): StoredFrame[] {
    return this.#frames.filter((frame) => frame.position > position);
  }

  #forget(now: number): void {
    let gone = 0;
    for (const { at, bytes } of this.#frames) {
      if (this.#bytes <= this.#limits.most && now - at <= this.#limits.keepFor) break;
      this.#bytes -= bytes.length;
      gone += 1;
    }
    this.#frames.splice(0, gone);
  }
}

/** Content below this size (bytes) is not zipped. */
const ZIP_FROM = 512;

function frame(payloadType: string, position: number, payload: Uint8Array): Uint8Array {
  return new ProtoWriter()
    .varint(2, position)
    .string(6, 'pb')
    .string(7, payloadType)
    .bytes(8, payload)
    .finish();
}

/** Encodes messages in the platform's format, in a frame whose acknowledgement names its position. */
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

/**
 * Encodes a frame that cannot be decoded. It stands for a broken frame of the platform, so that the receiver notes a
 * gap.
 */
export function brokenFrame(position: number): Uint8Array {
  return frame('msg', position, Uint8Array.of(0x1f, 0x8b, 0));
}

/** A heartbeat for times without messages. */
export const heartbeat: Uint8Array = frame('hb', 0, new Uint8Array(0));
