import { z } from 'zod';
import { sides } from '../round.ts';

/** The levels of the effect, from the first. */
export const levelTests = ['level1', 'level2', 'level3'] as const;
export const momentTests = [
  'settlement',
  'streak',
  'breakthrough',
  'restored',
  'failed',
  'gameplay',
] as const;
/** What a host can try on the pages of a widget. */
export const streamTests = [...levelTests, ...momentTests, 'alert', 'thanks'] as const;
export type StreamTestKind = (typeof streamTests)[number];

/** `side` is the side of a level or a winner. */
export const streamTestSchema = z.object({ kind: z.enum(streamTests), side: z.enum(sides) });
export type StreamTest = z.infer<typeof streamTestSchema>;
