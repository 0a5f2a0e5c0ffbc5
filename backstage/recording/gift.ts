import type { GiftInput } from '#shared/contract/input.ts';
import { decodeMessage } from '#shared/live/decode.ts';
import { toGiftInput } from '../show/toInput.ts';
import type { Recorded } from './line.ts';

/**
 * The gift in a recorded message, null when it is another one. History counts as it did in the show; a
 * recording that does not say counts from its first message on.
 */
export function recordedGift({ at, method, msgId, payload, history }: Recorded): GiftInput | null {
  const meta = { msgId, isHistory: history !== undefined, resumed: history !== 'first' };
  const message = decodeMessage(method, Buffer.from(payload, 'base64'), meta);
  // Whose room it was is not recorded, so nobody can be told from its owner.
  return message?.kind === 'gift' ? toGiftInput(message, at, false) : null;
}
