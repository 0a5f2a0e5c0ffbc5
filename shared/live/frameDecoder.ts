import { noStats } from '../contract/connection.ts';
import { decodeFetchResult, decodeMessage, decodePushFrame } from './decode.ts';
import { readRoomId } from './decoders/common.ts';
import { FRAME, type Inspection } from './inspection.ts';
import type { FetchResult, LiveMessage, RawMessage } from './messages.ts';
import type { RecentIds } from './recentIds.ts';

/** Limit of an unzipped frame in bytes, a hundred times what the platform sends. A larger frame is broken. */
const MAX_FRAME_BYTES = 8 * 1024 * 1024;

const GIFT = 'WebcastGiftMessage';

/** One decoded frame. */
export interface DecodedFrame {
  logId: string;
  /** Undefined for a frame without messages. */
  result: FetchResult | undefined;
  messages: LiveMessage[];
  raw: RawMessage[];
  /** Unzipped bytes and number of messages, repeats included: what the frame costs the budget. */
  size: { bytes: number; messages: number };
  /** Set if the frame, or a message that may be a gift, could not be decoded. */
  lost: { detail: string } | undefined;
}

interface FrameDecoderOptions {
  gunzip: (bytes: Uint8Array, limit: number) => Uint8Array;
  inspection: Inspection;
  seen: RecentIds;
}

/**
 * Unzips and decodes frames, drops repeated messages, and updates `stats`. Unzips synchronously, so that frames keep
 * their order. Never throws for the content of a frame.
 */
export class FrameDecoder {
  readonly stats = { ...noStats };
  /** Messages of other rooms are skipped; '' accepts all. */
  onlyRoom = '';
  readonly #options: FrameDecoderOptions;

  constructor(options: FrameDecoderOptions) {
    this.#options = options;
  }

  /** `resumed`: the show has received this room before, so history may contain missed messages. */
  decode(bytes: Uint8Array, resumed: boolean): DecodedFrame {
    this.stats.frames += 1;
    const frame = decodePushFrame(bytes, this.#options.inspection);
    if (frame === undefined) return this.#broken('', bytes.length);
    if (frame.payloadType !== 'msg') return nothing(frame.logId, bytes.length);
    const payload = this.#unzip(frame.payload);
    if (payload === undefined) return this.#broken(frame.logId, MAX_FRAME_BYTES);
    return this.decodeResult(payload, resumed, frame.logId);
  }

  /** Decodes the unzipped content of a `msg` frame. */
  decodeResult(bytes: Uint8Array, resumed: boolean, logId: string): DecodedFrame {
    const { inspection } = this.#options;
    const before = inspection.broken;
    const result = decodeFetchResult(bytes, inspection);
    if (result === undefined) return this.#broken(logId, bytes.length);
    const decoded: DecodedFrame = { ...nothing(logId, bytes.length), result };
    decoded.size.messages = result.messages.length;
    if (inspection.broken > before) decoded.lost = { detail: '' };
    for (const message of result.messages) this.#message(message, resumed, decoded);
    this.#countFaults();
    return decoded;
  }

  #message(raw: RawMessage, resumed: boolean, decoded: DecodedFrame): void {
    const { inspection, seen } = this.#options;
    const { method, msgId, isHistory, payload } = raw;
    if (this.onlyRoom !== '' && isOfAnotherRoom(payload, this.onlyRoom)) return;
    const named = msgId !== '' && msgId !== '0';
    if (named && seen.has(msgId)) {
      this.stats.duplicates += 1;
      return;
    }
    this.stats.messages += 1;
    decoded.raw.push(raw);
    const before = inspection.broken;
    const message = decodeMessage(
      method,
      payload,
      { msgId: named ? msgId : '', isHistory, resumed },
      inspection,
    );
    // Do not store the id of a broken message: an intact copy may follow.
    if (inspection.broken > before) {
      if (method === GIFT) decoded.lost = { detail: method };
      return;
    }
    const id = message?.msgId ?? msgId;
    if (!named && seen.has(id)) {
      this.stats.messages -= 1;
      this.stats.duplicates += 1;
      decoded.raw.pop();
      return;
    }
    if (id !== '' && id !== '0') seen.add(id);
    if (message === undefined) return;
    decoded.messages.push(message);
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
      return this.#options.gunzip(payload, MAX_FRAME_BYTES);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'not gzip';
      this.#options.inspection.addBroken(FRAME, payload, reason);
      return undefined;
    }
  }

  #broken(logId: string, bytes: number): DecodedFrame {
    this.#countFaults();
    return { ...nothing(logId, bytes), lost: { detail: '' } };
  }

  #countFaults(): void {
    this.stats.unknown = this.#options.inspection.unknown;
    this.stats.broken = this.#options.inspection.broken;
  }
}

/** Whether a message names another room. False for a message without a room and for a broken one. */
function isOfAnotherRoom(payload: Uint8Array, roomId: string): boolean {
  const room = readRoomId(payload);
  return room !== '' && room !== '0' && room !== roomId;
}

function nothing(logId: string, bytes: number): DecodedFrame {
  return { logId, result: undefined, messages: [], raw: [], size: { bytes, messages: 0 }, lost: undefined };
}
