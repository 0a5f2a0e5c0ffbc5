import type { Connection } from '../contract/connection.ts';
import { decodeFetchResult, decodeMessage, decodePushFrame } from './decode.ts';
import { FRAME, type Inspection } from './inspection.ts';
import type { FetchResult, LiveMessage, RawMessage } from './messages.ts';
import type { RecentIds } from './recentIds.ts';

/** A frame unzips to at most so much; the platform's are a hundredth of it. A larger one is a broken frame. */
const LARGEST_FRAME = 8 * 1024 * 1024;

const GIFT = 'WebcastGiftMessage';

/** One frame, taken apart. */
export interface Taken {
  logId: string;
  /** Undefined for frames that carry no messages. */
  result: FetchResult | undefined;
  messages: LiveMessage[];
  raw: RawMessage[];
  /** Unzipped bytes, and messages with those that are repeated: what taking the frame in has cost. */
  size: { bytes: number; messages: number };
  /** Something of it was lost: its whole content, or a message that was or may have been a gift. */
  lost: { detail: string } | undefined;
}

export interface IntakeOptions {
  gunzip: (bytes: Uint8Array, limit: number) => Uint8Array;
  inspection: Inspection;
  seen: RecentIds;
}

/**
 * From the bytes of a frame to its new messages: unzips, decodes, drops what was seen before and counts all of
 * it. Unzipping is synchronous, so that frames never overtake each other. Never throws for what is in a frame.
 */
export class FrameIntake {
  readonly stats: Connection['stats'] = {
    frames: 0,
    messages: 0,
    gifts: 0,
    duplicates: 0,
    unknown: 0,
    broken: 0,
    viewers: 0,
    likes: 0,
  };
  readonly #options: IntakeOptions;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /** `resumed`: the session had messages before this connection, so history may hold missed ones. */
  take(bytes: Uint8Array, resumed: boolean): Taken {
    this.stats.frames += 1;
    const frame = decodePushFrame(bytes, this.#options.inspection);
    if (frame === undefined) return this.#broken('', bytes.length);
    if (frame.payloadType !== 'msg') return nothing(frame.logId, bytes.length);
    const payload = this.#unzip(frame.payload);
    if (payload === undefined) return this.#broken(frame.logId, LARGEST_FRAME);
    return this.takeResult(payload, resumed, frame.logId);
  }

  /** The same from the unzipped content of a `msg` frame. */
  takeResult(bytes: Uint8Array, resumed: boolean, logId: string): Taken {
    const { inspection } = this.#options;
    const before = inspection.broken;
    const result = decodeFetchResult(bytes, inspection);
    if (result === undefined) return this.#broken(logId, bytes.length);
    const taken: Taken = { ...nothing(logId, bytes.length), result };
    taken.size.messages = result.messages.length;
    if (inspection.broken > before) taken.lost = { detail: '' };
    for (const message of result.messages) this.#message(message, resumed, taken);
    this.#countFaults();
    return taken;
  }

  #message(raw: RawMessage, resumed: boolean, taken: Taken): void {
    const { inspection, seen } = this.#options;
    const { method, msgId, isHistory, payload } = raw;
    const named = msgId !== '' && msgId !== '0';
    if (named && seen.has(msgId)) {
      this.stats.duplicates += 1;
      return;
    }
    this.stats.messages += 1;
    taken.raw.push(raw);
    const before = inspection.broken;
    const message = decodeMessage(
      method,
      payload,
      { msgId: named ? msgId : '', isHistory, resumed },
      inspection,
    );
    // The id of a broken message is not remembered: an intact copy of it may still come.
    if (inspection.broken > before) {
      if (method === GIFT) taken.lost = { detail: method };
      return;
    }
    const id = message?.msgId ?? msgId;
    if (!named && seen.has(id)) {
      this.stats.messages -= 1;
      this.stats.duplicates += 1;
      taken.raw.pop();
      return;
    }
    if (id !== '' && id !== '0') seen.add(id);
    if (message === undefined) return;
    taken.messages.push(message);
    this.#count(message);
  }

  #count(message: LiveMessage): void {
    if (message.kind === 'gift') this.stats.gifts += 1;
    else if (message.kind === 'viewers') this.stats.viewers = message.now;
    else if (message.kind === 'member' && message.viewers > 0) this.stats.viewers = message.viewers;
    else if (message.kind === 'like') this.stats.likes = Math.max(this.stats.likes, message.total);
  }

  #unzip(payload: Uint8Array): Uint8Array | undefined {
    if (payload[0] !== 0x1f || payload[1] !== 0x8b) return payload;
    try {
      return this.#options.gunzip(payload, LARGEST_FRAME);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'not gzip';
      this.#options.inspection.addBroken(FRAME, payload, reason);
      return undefined;
    }
  }

  #broken(logId: string, bytes: number): Taken {
    this.#countFaults();
    return { ...nothing(logId, bytes), lost: { detail: '' } };
  }

  #countFaults(): void {
    this.stats.unknown = this.#options.inspection.unknown;
    this.stats.broken = this.#options.inspection.broken;
  }
}

function nothing(logId: string, bytes: number): Taken {
  return { logId, result: undefined, messages: [], raw: [], size: { bytes, messages: 0 }, lost: undefined };
}
