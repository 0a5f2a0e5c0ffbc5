import { z } from 'zod';

/** The file in the data folder with the port and the secret of the running server. Only its owner can read it. */
export const controlFile = 'control.json';

export const controlNoteSchema = z.object({ port: z.number().int(), secret: z.string() });
export type ControlNote = z.infer<typeof controlNoteSchema>;

export const controlRequestSchema = z.object({ command: z.literal('backup'), file: z.string().min(1) });

export const controlAnswerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), rows: z.number().int() }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);
export type ControlAnswer = z.infer<typeof controlAnswerSchema>;
