import { z } from 'zod';
import { sentSnapshotSchema } from '../sentSnapshot.ts';
import { nothing, seq, showId, showSchema, storedInputSchema } from './commonSchemas.ts';

/** The list of shows, and following the open one. */
export const showCalls = {
  /**
   * Follows the open show. `from` is the last sequence number that the screen has of show `showId`. The response
   * continues there if possible, or else contains a snapshot. Pushes of `inputs` follow from `seq` + 1.
   */
  'show.subscribe': {
    args: z.object({ showId: showId.optional(), from: seq.optional() }),
    result: z.object({
      showId: z.string().nullable(),
      snapshot: sentSnapshotSchema.nullable(),
      inputs: z.array(storedInputSchema),
      seq,
    }),
  },
  'show.list': { args: nothing, result: z.object({ shows: z.array(showSchema) }) },
  /** Deletes a past show. `show.restore` can restore it for a week. Fails for the open show. */
  'show.delete': { args: z.object({ showId }), result: nothing },
  'show.restore': { args: z.object({ showId }), result: nothing },
} as const;
