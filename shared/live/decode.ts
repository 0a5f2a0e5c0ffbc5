import { decodeChat, decodeLike, decodeMember, decodeSocial, decodeViewers } from './decoders/audience.ts';
import type { MessageMeta } from './decoders/common.ts';
import { decodeGift } from './decoders/gift.ts';
import { decodeArmies, decodeBattle, decodeControl } from './decoders/room.ts';
import type { Inspection } from './inspection.ts';
import type { LiveMessage } from './messages.ts';
import { BrokenMessage } from './proto/reader.ts';

export type { MessageMeta } from './decoders/common.ts';
export { decodeFetchResult, decodePushFrame } from './frames.ts';

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
