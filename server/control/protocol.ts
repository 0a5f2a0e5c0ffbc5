import { z } from 'zod';

/**
 * The file in the data folder that says how to reach the running server: its control port, and a secret that each
 * request must send. Only the owner of the data folder can read it.
 */
export const CONTROL_FILE = 'control.json';

export const controlFileSchema = z.object({ port: z.number().int(), secret: z.string() });
export type ControlFile = z.infer<typeof controlFileSchema>;

export const controlRequestSchema = z.object({ command: z.literal('backup'), file: z.string().min(1) });

export const controlAnswerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), rows: z.number().int() }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);
export type ControlAnswer = z.infer<typeof controlAnswerSchema>;
