import { z } from 'zod';
import { danceActions, roundActions } from '../input.ts';
import { anchorId, anchorIds, nothing } from './commonSchemas.ts';

/** Rounds, knock-outs and dances. */
export const roundCalls = {
  /**
   * Prepares the next round, or replaces the prepared one. A battle takes the sides, by default those after the last
   * battle; freestyle takes the anchor, by default the next one in the list.
   */
  'round.prepare': {
    args: z.object({
      attacker: anchorIds.optional(),
      defender: anchorIds.optional(),
      anchorId: anchorId.optional(),
    }),
    result: nothing,
  },
  'round.act': { args: z.object({ action: z.enum(roundActions) }), result: nothing },
  /** Prepares the resurrection of a knocked-out anchor. */
  'round.resurrect': { args: z.object({ anchorId }), result: nothing },
  /** Sets the votes that viewers have pledged to the resurrection. They are shown, but count only once they arrive. */
  'round.pledge': {
    args: z.object({ votesTenths: z.number().int().min(0).max(10_000_000_000) }),
    result: nothing,
  },
  /** `out: false` undoes a knock-out. */
  'anchors.knockOut': { args: z.object({ anchorId, out: z.boolean() }), result: nothing },
  /** Decides which anchor goes out of a round with equal lowest scores; null for nobody. */
  'round.decideTie': {
    args: z.object({ round: z.number().int().positive(), anchorId: anchorId.nullable() }),
    result: nothing,
  },
  /** Starts the next dance or the named one; ends the running one; removes one from the queue. */
  'dance.act': {
    args: z.object({ action: z.enum(danceActions), danceId: z.number().int().positive().optional() }),
    result: nothing,
  },
} as const;
