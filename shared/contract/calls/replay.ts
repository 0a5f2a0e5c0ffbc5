import { z } from 'zod';
import { seq, showId, storedInputSchema } from './commonSchemas.ts';

/** So many inputs are read at most at a time: a running show is not held up by somebody who looks at an old one. */
export const REPLAY_PAGE = 1000;

/** A show is played again on a screen of its own, from its inputs; nothing is written. */
export const replayCalls = {
  /** From when until when (ms) there is something to play, and how many inputs it is. */
  'replay.open': {
    args: z.object({ showId }),
    result: z.object({ from: z.number(), until: z.number(), seq }),
  },
  /** The inputs after number `after`, in their order. */
  'replay.inputs': {
    args: z.object({ showId, after: seq, limit: z.number().int().min(1).max(REPLAY_PAGE) }),
    result: z.object({ inputs: z.array(storedInputSchema) }),
  },
} as const;
