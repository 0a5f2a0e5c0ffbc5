import { z } from 'zod';
import { sentSnapshotSchema } from '../sentSnapshot.ts';
import { nothing, seq, showId, showSchema, storedInputSchema } from './commonSchemas.ts';

/** Which shows there are, and following the one that is open. */
export const showCalls = {
  /**
   * Joins the show that is open now. `from` is the last sequence number the screen has of show `showId`;
   * the answer continues there when it can, else it carries a snapshot. Pushes of `inputs` follow from `seq` + 1.
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
  /** Deletes a past show; `show.restore` can restore it for a week. The open show is refused. */
  'show.delete': { args: z.object({ showId }), result: nothing },
  'show.restore': { args: z.object({ showId }), result: nothing },
} as const;
