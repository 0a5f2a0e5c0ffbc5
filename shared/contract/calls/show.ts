import { z } from 'zod';
import { danceActions, roundActions, sessionActions } from '../input.ts';
import { sentSnapshotSchema } from '../snapshot.ts';
import {
  anchorId,
  anchorIds,
  nothing,
  presetId,
  seq,
  showId,
  showSchema,
  storedInputSchema,
  viewerId,
} from './commonSchemas.ts';

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
  /** Errors: `session.noShow`, `transfer.busy`, `storage.unreachable`. The show stays deleted then. */
  'show.restore': { args: z.object({ showId }), result: nothing },
} as const;

/** The session, and the bindings of viewers. */
export const sessionCalls = {
  'session.choosePreset': { args: z.object({ presetId }), result: nothing },
  'session.act': { args: z.object({ action: z.enum(sessionActions) }), result: nothing },
  'bindings.bind': {
    args: z.object({
      viewerId,
      anchorId: anchorId.nullable(),
      /** The manual binding as the operator saw it. If another operator has changed it since, the call fails. */
      from: anchorId.nullable().optional(),
    }),
    result: nothing,
  },
  'bindings.pin': { args: z.object({ viewerId, pinned: z.boolean() }), result: nothing },
  'bindings.suspend': { args: z.object({ on: z.boolean() }), result: nothing },
} as const;

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
