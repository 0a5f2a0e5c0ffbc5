import { z } from 'zod';
import { seq, showId, storedInputSchema } from './commonSchemas.ts';

/** The most inputs of one answer, so that a replay never delays a running show. */
export const REPLAY_PAGE = 1000;

/** Replays a show from its inputs on a separate screen. It writes nothing. */
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
