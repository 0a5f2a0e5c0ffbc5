import { z } from 'zod';
import type { GiftInput } from '#shared/contract/input.ts';
import { decodeMessage } from '#shared/live/decode.ts';
import type { RawMessage } from '#shared/live/messages.ts';
import { toGiftInput } from '../show/toInput.ts';

/** One message of a recording, stored as a line of JSON. The payload is that of the platform, in base64. */
export const recordedSchema = z.object({
  at: z.number(),
  method: z.string(),
  msgId: z.string(),
  payload: z.base64(),
  /** Set for a history message (see the gift input). Recordings of other programs do not have it. */
  history: z.enum(['first', 'again']).optional(),
});
export type Recorded = z.infer<typeof recordedSchema>;

/** Converts a message to a line of a recording. `at` is the arrival time (ms since 1970). */
export function toRecorded(
  at: number,
  { method, msgId, payload }: RawMessage,
  history: Recorded['history'],
): Recorded {
  const base64 = Buffer.from(payload.buffer, payload.byteOffset, payload.length).toString('base64');
  return { at, method, msgId, payload: base64, ...(history === undefined ? {} : { history }) };
}

/**
 * Decodes the gift in a recorded message. Returns null for any other message. A history message counts as it did in the
 * show. Without that information every message counts from the first one on.
 */
export function recordedGift({ at, method, msgId, payload, history }: Recorded): GiftInput | null {
  const meta = { msgId, isHistory: history !== undefined, resumed: history !== 'first' };
  const message = decodeMessage(method, Buffer.from(payload, 'base64'), meta);
  // A recording does not name the owner of the room, so the recipient in the tracking data is not used.
  return message?.kind === 'gift' ? toGiftInput(message, at, false) : null;
}
