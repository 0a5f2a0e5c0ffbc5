import { z } from 'zod';
import { connectionSchema } from '../connection.ts';
import { errorCodes, errorParamsSchema } from '../error.ts';
import { gapCauses } from '../input.ts';
import { targetSchema } from '../ledger.ts';
import { overlayDanceSchema, overlayRoundSchema } from '../overlay/state.ts';
import { modes } from '../preset.ts';
import { outcomes, sides } from '../round.ts';
import { statuses } from '../snapshot.ts';

/* What programs see of a show. Votes are in tenths, times are ms since 1970. */

const count = z.number().int().nonnegative();

/** The open show; null without one. */
const remoteShowSchema = z.object({
  id: z.string(),
  status: z.enum(statuses),
  mode: z.enum(modes).nullable(),
  presetId: z.string().nullable(),
  presetName: z.string(),
  rehearsal: z.boolean(),
  /** Whether all bindings are suspended. */
  suspended: z.boolean(),
  startedAt: z.number(),
  endedAt: z.number(),
});

const remoteAnchorSchema = z.object({
  id: z.string(),
  nickname: z.string(),
  /** The number of its key, from 1. */
  place: z.number().int().positive(),
  side: z.enum(sides).nullable(),
  streak: count,
  out: z.boolean(),
});

const remoteRoundSchema = overlayRoundSchema.extend({
  attackers: z.array(z.string()),
  defenders: z.array(z.string()),
  /** The anchors of an undecided tie of lowest scores. */
  tied: z.array(z.string()),
  /** Whether the latest round can be settled again. */
  canSettle: z.boolean(),
});

/** `leader` is a side in a battle and an anchor's id in other rounds; null in a tie. */
const remoteScoresSchema = z.object({
  leader: z.string().nullable(),
  attackerTenths: count,
  defenderTenths: count,
  unallocatedTenths: count,
  anchors: z.record(z.string(), z.object({ roundTenths: count, showTenths: count })),
  show: z.object({ votesTenths: count, gifts: count, diamonds: count, givers: count }),
});

/** One decision: the waiting gifts of a viewer in a round. */
const remoteGroupSchema = z.object({
  key: z.string(),
  viewerId: z.string(),
  viewerName: z.string(),
  /** The id of the round; 0 outside of rounds. */
  round: count,
  late: z.boolean(),
  gifts: count,
  votesTenths: count,
});

export const remoteSectionsSchema = z.object({
  show: remoteShowSchema.nullable(),
  connection: connectionSchema
    .pick({ phase: true, username: true, lineId: true, rehearsal: true })
    .extend({ problem: z.enum(errorCodes).nullable() }),
  anchors: z.array(remoteAnchorSchema),
  round: remoteRoundSchema.nullable(),
  scores: remoteScoresSchema,
  /** The gifts that wait for the host: the number of rows, and the ten groups with the most votes. */
  queue: z.object({ rows: count, groups: z.array(remoteGroupSchema) }),
  dances: z.array(overlayDanceSchema.extend({ id: count })),
  /** The newest correction that can be undone; null for none. */
  corrections: z.object({ newest: z.number().int().nullable() }),
});
export type RemoteSections = z.infer<typeof remoteSectionsSchema>;
export type RemoteSection = keyof RemoteSections;

export const remoteStateSchema = z.object({
  /** Increases by one with every change. */
  revision: z.number().int(),
  /** The clock of Ringside. */
  now: z.number(),
  ...remoteSectionsSchema.shape,
});
export type RemoteState = z.infer<typeof remoteStateSchema>;

export const remoteEventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('show'), status: z.enum(statuses).nullable() }),
  z.object({
    event: z.literal('round'),
    ...overlayRoundSchema.pick({ id: true, number: true, kind: true, phase: true }).shape,
  }),
  z.object({ event: z.literal('lead'), leader: z.string(), name: z.string() }),
  z.object({
    event: z.literal('settlement'),
    number: count,
    outcome: z.enum(outcomes),
    winners: z.array(z.string()),
  }),
  /**
   * A row of the ledger that is new or has changed. `added` is the number of new pieces. It is negative if a message
   * that arrives late shows that pieces belong to another round: they move to another row.
   */
  z.object({
    event: z.literal('gift'),
    rowId: count,
    viewerId: z.string(),
    viewerName: z.string(),
    giftId: z.number().int(),
    giftName: z.string(),
    unitDiamonds: count,
    count,
    added: z.number().int(),
    diamonds: count,
    votesTenths: count,
    target: targetSchema,
  }),
  z.object({ event: z.literal('gap'), cause: z.enum(gapCauses), from: z.number(), until: z.number() }),
]);
export type RemoteEvent = z.infer<typeof remoteEventSchema>;

/** The state after the change has the sections of the change. A missed revision is a gap: resync. */
export const remoteChangeSchema = z.object({
  revision: z.number().int(),
  now: z.number(),
  sections: remoteSectionsSchema.partial(),
  events: z.array(remoteEventSchema),
});
export type RemoteChange = z.infer<typeof remoteChangeSchema>;

export const remoteErrorSchema = z.object({
  code: z.enum(errorCodes),
  params: errorParamsSchema.optional(),
  /** A sentence in the language of Accept-Language. */
  message: z.string(),
});
