import { z } from 'zod';
import type { RawMessage } from '#shared/live/messages.ts';

/** One message of a recording: a line of JSON, the payload as it came from the platform, in base64. */
export const recordedSchema = z.object({
  at: z.number(),
  method: z.string(),
  msgId: z.string(),
  payload: z.base64(),
  /** Came as history, see the gift input; a recording from elsewhere does not say. */
  history: z.enum(['first', 'again']).optional(),
});
export type Recorded = z.infer<typeof recordedSchema>;

export function toRecorded(
  at: number,
  { method, msgId, payload }: RawMessage,
  history: Recorded['history'],
): Recorded {
  const base64 = Buffer.from(payload.buffer, payload.byteOffset, payload.length).toString('base64');
  return { at, method, msgId, payload: base64, ...(history === undefined ? {} : { history }) };
}
