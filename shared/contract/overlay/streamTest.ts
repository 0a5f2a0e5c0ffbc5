import { z } from 'zod';
import { sides } from '../round.ts';

/** What a host can try on the pages of a widget. */
export const streamTests = [
  'level1',
  'level2',
  'level3',
  'settlement',
  'streak',
  'breakthrough',
  'restored',
  'failed',
  'gameplay',
  'alert',
  'thanks',
] as const;
export type StreamTestKind = (typeof streamTests)[number];

/** `side` is the side of a level or a winner. */
export const streamTestSchema = z.object({ kind: z.enum(streamTests), side: z.enum(sides) });
export type StreamTest = z.infer<typeof streamTestSchema>;
