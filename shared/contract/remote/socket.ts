import { z } from 'zod';
import { actionResultSchema, idempotencyKeySchema } from './actions.ts';
import { remoteChangeSchema, remoteErrorSchema, remoteStateSchema } from './state.ts';

/** What a program sends over the WebSocket. */
export const fromProgramSchema = z.discriminatedUnion('type', [
  /** Runs an action. The answer has the same `id`. */
  z.object({
    type: z.literal('act'),
    id: z.number().int(),
    action: z.string().max(64),
    params: z.record(z.string(), z.unknown()).optional(),
    ifRevision: z.number().int().optional(),
    idempotencyKey: idempotencyKeySchema.optional(),
  }),
  /** Requests the whole state, after a gap of revisions. */
  z.object({ type: z.literal('resync') }),
]);
export type FromProgram = z.infer<typeof fromProgramSchema>;

/** What the WebSocket sends: first the state, then changes in the order of their revisions, and answers. */
export const toProgramSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('state'), state: remoteStateSchema }),
  z.object({ type: z.literal('change'), change: remoteChangeSchema }),
  z.object({ type: z.literal('done'), id: z.number().int(), result: actionResultSchema }),
  z.object({ type: z.literal('refused'), id: z.number().int().nullable(), error: remoteErrorSchema }),
]);
export type ToProgram = z.infer<typeof toProgramSchema>;
