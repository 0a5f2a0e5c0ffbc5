import type { MessageMeta } from './decoders/common.ts';
import { decodeGift } from './decoders/gift.ts';
import {
  decodeArmies,
  decodeBattle,
  decodeChat,
  decodeControl,
  decodeLike,
  decodeMember,
  decodeSocial,
  decodeViewers,
} from './decoders/room.ts';
import { FRAME, type Inspection } from './inspection.ts';
import type { FetchResult, LiveMessage, PushFrame, RawMessage } from './messages.ts';
import { BrokenMessage, ProtoReader } from './proto/reader.ts';

export type { MessageMeta } from './decoders/common.ts';

/** Maximum number of messages in a frame, more than the platform ever sends. A larger frame is broken. */
const MOST_MESSAGES = 20_000;
/** Maximum number of URL parameters from a signing service. */
const MOST_PARAMETERS = 200;

const decoders = new Map<string, (payload: Uint8Array, meta: MessageMeta) => LiveMessage>([
  ['WebcastGiftMessage', decodeGift],
  ['WebcastLikeMessage', decodeLike],
  ['WebcastChatMessage', decodeChat],
  ['WebcastMemberMessage', decodeMember],
  ['WebcastSocialMessage', decodeSocial],
  ['WebcastRoomUserSeqMessage', decodeViewers],
  ['WebcastControlMessage', decodeControl],
  ['WebcastLinkMicBattle', decodeBattle],
  ['WebcastLinkMicArmies', decodeArmies],
]);

/**
 * Decodes one message of a frame. Undefined for a method that Ringside does not use and for a broken message;
 * `inspection` counts both and keeps samples. Never throws for the content of a payload.
 */
export function decodeMessage(
  method: string,
  payload: Uint8Array,
  meta: MessageMeta,
  inspection?: Inspection,
): LiveMessage | undefined {
  const decoder = decoders.get(method);
  if (decoder === undefined) {
    inspection?.addUnknown(method, payload);
    return undefined;
  }
  try {
    return decoder(payload, meta);
  } catch (error) {
    if (!(error instanceof BrokenMessage)) throw error;
    inspection?.addBroken(method, payload, error.message);
    return undefined;
  }
}

/** Decodes the outer envelope of a frame. A broken one is counted and gives undefined. */
export function decodePushFrame(bytes: Uint8Array, inspection?: Inspection): PushFrame | undefined {
  return whole(bytes, inspection, () => {
    const frame: PushFrame = { logId: '', payloadType: '', payload: new Uint8Array(0) };
    const reader = new ProtoReader(bytes);
    while (reader.next()) {
      if (reader.field === 2) frame.logId = reader.id();
      else if (reader.field === 7) frame.payloadType = reader.string();
      else if (reader.field === 8) frame.payload = reader.bytes();
      else reader.skip();
    }
    return frame;
  });
}

/**
 * Decodes the unzipped content of a `msg` frame. A message with a broken envelope is counted and skipped. A frame that
 * is broken elsewhere is counted as a frame and gives undefined.
 */
export function decodeFetchResult(bytes: Uint8Array, inspection?: Inspection): FetchResult | undefined {
  const lost: { bytes: Uint8Array; reason: string }[] = [];
  const result = whole(bytes, inspection, () => readFetchResult(bytes, lost));
  if (result !== undefined) for (const one of lost) inspection?.addBroken('', one.bytes, one.reason);
  return result;
}

function readFetchResult(bytes: Uint8Array, lost: { bytes: Uint8Array; reason: string }[]): FetchResult {
  const result: FetchResult = {
    messages: [],
    cursor: '',
    now: 0,
    internalExt: new Uint8Array(0),
    needAck: false,
    heartbeatDuration: 0,
    pushServer: '',
    routeParams: new Map(),
  };
  let count = 0;
  const reader = new ProtoReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) {
      const envelope = reader.bytes();
      count += 1;
      if (count > MOST_MESSAGES) throw new BrokenMessage('more messages than a frame may have');
      const message = attempt(
        () => readEnvelope(envelope),
        (reason) => lost.push({ bytes: envelope, reason }),
      );
      if (message !== undefined) result.messages.push(message);
    } else if (reader.field === 2) result.cursor = reader.string();
    else if (reader.field === 4) result.now = reader.number();
    else if (reader.field === 5) result.internalExt = reader.bytes();
    else if (reader.field === 7) {
      const [key, value] = readPair(reader);
      if (result.routeParams.size < MOST_PARAMETERS) result.routeParams.set(key, value);
    } else if (reader.field === 8) result.heartbeatDuration = reader.number();
    else if (reader.field === 9) result.needAck = reader.bool();
    else if (reader.field === 10) result.pushServer = reader.string();
    else reader.skip();
  }
  return result;
}

function readEnvelope(bytes: Uint8Array): RawMessage {
  const message: RawMessage = { method: '', msgId: '', isHistory: false, payload: new Uint8Array(0) };
  const reader = new ProtoReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) message.method = reader.string();
    else if (reader.field === 2) message.payload = reader.bytes();
    else if (reader.field === 3) message.msgId = reader.id();
    else if (reader.field === 6) message.isHistory = reader.bool();
    else reader.skip();
  }
  return message;
}

function readPair(reader: ProtoReader): [key: string, value: string] {
  let key = '';
  let value = '';
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) key = reader.string();
    else if (reader.field === 2) value = reader.string();
    else reader.skip();
  }
  reader.leave(outer);
  return [key, value];
}

function whole<T>(bytes: Uint8Array, inspection: Inspection | undefined, read: () => T): T | undefined {
  return attempt(read, (reason) => inspection?.addBroken(FRAME, bytes, reason));
}

function attempt<T>(read: () => T, broken: (reason: string) => void): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BrokenMessage)) throw error;
    broken(error.message);
    return undefined;
  }
}
