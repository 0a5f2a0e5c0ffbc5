import { z } from 'zod';
import { inputSchema } from '../input.ts';
import { presetSchema, savedScoreSchema } from '../preset.ts';

/* Schemas that several calls and pushes share. */

export const nothing = z.object({});
export const anchorIds = z.array(z.string().min(1).max(64)).max(50);
/** An id that a screen received earlier. */
export const showId = z.string().max(100);
export const viewerId = z.string().max(200);
export const anchorId = z.string().max(64);
export const presetId = z.string().max(64);
export const seq = z.number().int().nonnegative();

export const showSchema = z.object({
  showId: z.string(),
  username: z.string(),
  presetName: z.string(),
  rehearsal: z.boolean(),
  createdAt: z.number(),
  startedAt: z.number(),
  endedAt: z.number(),
  gifts: z.number(),
  diamonds: z.number(),
  hasRecording: z.boolean(),
});
export type Show = z.infer<typeof showSchema>;

/** A preset as sent by the form. Missing fields get their defaults; the backstage assigns the id. */
export const presetDraftSchema = presetSchema.omit({ version: true, id: true }).extend({
  id: z.string().max(64).optional(),
  score: savedScoreSchema.prefault({}),
});
export type PresetDraft = z.infer<typeof presetDraftSchema>;

export const storedInputSchema = z.object({ seq: z.number().int().positive(), input: inputSchema });
export type StoredInput = z.infer<typeof storedInputSchema>;

/** Undecodable messages of one method. `payload` is the beginning of the bytes in base64. */
export const brokenMessageSchema = z.object({
  method: z.string(),
  count: z.number(),
  kind: z.enum(['unknown', 'broken']),
  lastAt: z.number(),
  samples: z.array(z.object({ reason: z.string(), payload: z.string() })),
});
