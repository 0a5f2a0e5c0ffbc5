import { z } from 'zod';
import { danceActions, roundActions } from '../input.ts';
import { anchorId, anchorIds, nothing } from './commonSchemas.ts';

/** Rounds, knock-outs and dances. */
export const roundCalls = {
  /**
   * Prepares the next round, or prepares it anew. In a battle the sides, by default as the last one left them;
   * in freestyle whose turn it is, by default the next in the list.
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
  /** Prepares the attempt of an anchor who was knocked out. */
  'round.resurrect': { args: z.object({ anchorId }), result: nothing },
  /** What viewers have promised to the resurrection; shown, and counted when it arrives. */
  'round.pledge': {
    args: z.object({ votesTenths: z.number().int().min(0).max(10_000_000_000) }),
    result: nothing,
  },
  /** `out: false` takes a knock-out back. */
  'anchors.knockOut': { args: z.object({ anchorId, out: z.boolean() }), result: nothing },
  /** Who goes out of a round whose lowest scores were equal; null: nobody. */
  'round.decideTie': {
    args: z.object({ round: z.number().int().positive(), anchorId: anchorId.nullable() }),
    result: nothing,
  },
  /** Starts the dance that is next, or the one named; ends the one that is on; takes one out of the queue. */
  'dance.act': {
    args: z.object({ action: z.enum(danceActions), danceId: z.number().int().positive().optional() }),
    result: nothing,
  },
} as const;
