import { z } from 'zod';
import { seq, showId, storedInputSchema } from './commonSchemas.ts';

/** Maximum number of inputs in a response, so that a replay does not delay a running show. */
export const REPLAY_PAGE = 1000;

/** Reads the inputs of a past show for a replay on a separate screen. Writes nothing. */
export const replayCalls = {
  /** Returns the time span of the show (ms) and the number of its inputs. */
  'replay.open': {
    args: z.object({ showId }),
    result: z.object({ from: z.number(), until: z.number(), seq }),
  },
  /** Returns the inputs after sequence number `after`, in order. */
  'replay.inputs': {
    args: z.object({ showId, after: seq, limit: z.number().int().min(1).max(REPLAY_PAGE) }),
    result: z.object({ inputs: z.array(storedInputSchema) }),
  },
} as const;
