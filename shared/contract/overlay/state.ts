import { z } from 'zod';
import { modes } from '../preset.ts';
import { countdownSchema, outcomes, roundKinds, roundPhases, sides } from '../round.ts';
import { effectScenes, effectStyles, lineColors } from '../rules.ts';
import { statuses } from '../snapshot.ts';
import { tallySchema } from '../tally.ts';

/**
 * The part of a show's state that overlays get: no accounts, no corrections, no platform ids of viewers. It consists of
 * sections with keyed entries, so that a change carries only the entries that changed. Votes are in tenths.
 */
const count = z.number().int().nonnegative();

export const overlayShowSchema = z.object({
  status: z.enum(statuses),
  mode: z.enum(modes),
  startedAt: z.number(),
  endedAt: z.number(),
  /** Votes have tenths: all of them are written with one decimal. */
  tenths: z.boolean(),
});

/** An anchor as viewers know it; `order` is the preset's. */
export const overlayAnchorSchema = z.object({
  nickname: z.string(),
  /** Path of the picture on the hub, empty for none. */
  avatar: z.string(),
  order: count,
  giftIds: z.array(z.number().int()),
  live: z.boolean().nullable(),
});

/** An anchor whom the present preset does not have, as the newest preset that had them describes them. */
export const overlayFormerSchema = overlayAnchorSchema.pick({ nickname: true, avatar: true });

export const overlayScoreSchema = z.object({
  /** The score that is shown and compared: after the decrease. */
  roundTenths: count,
  showTenths: count,
  roundCount: count,
  showCount: count,
  roundDiamonds: count,
  showDiamonds: count,
  allTenths: count,
  streak: count,
  side: z.enum(sides).nullable(),
  out: z.boolean(),
  final: z.boolean(),
  reviving: z.boolean(),
  /** How far over the clearance score, null while it is not exceeded. */
  overTenths: count.nullable(),
});

export const overlayRoundSchema = z.object({
  id: count,
  number: count,
  kind: z.enum(roundKinds),
  phase: z.enum(roundPhases),
  countdown: countdownSchema,
  grace: countdownSchema,
  clearanceTenths: count,
  breakthrough: z.boolean(),
  targetTenths: count,
  pledgedTenths: count,
  /** How it was settled, and who won; absent before, and nobody has won a draw. */
  outcome: z.enum(outcomes).optional(),
  winners: z.array(z.string()).optional(),
});

export const overlayBattleSchema = z.object({
  attackerTenths: count,
  defenderTenths: count,
  unallocatedTenths: count,
  attackers: z.array(z.string()),
  defenders: z.array(z.string()),
  /** Of 1000, the attacker's part of both; 500 at 0:0. */
  attackerPermille: z.number().int().min(0).max(1000),
  effectSide: z.enum(sides).nullable(),
  effectLevel: z.number().int().min(0).max(3),
  /** How the show's preset wants its effects to look. */
  effectStyle: z.enum(effectStyles),
  effectScene: z.enum(effectScenes),
  effectLines: z.enum(lineColors),
});

export const overlayEntrySchema = z.object({
  /** Of a viewer, or of a gift in the language of the widget. */
  name: z.string(),
  /** Of a gift alone. */
  giftId: z.number().int().optional(),
  votesTenths: count,
  diamonds: count,
  count,
});

export const overlayWinnerSchema = z.object({
  round: count,
  outcome: z.enum(outcomes),
  anchors: z.array(z.string()),
  votesTenths: count,
  streak: count,
});

export const overlayGiftSchema = z.object({
  at: z.number(),
  viewer: z.string(),
  giftId: z.number().int(),
  /** In the language of the widget, as everywhere in this file. */
  giftName: z.string(),
  unitDiamonds: count,
  count,
  /** null while it is unallocated. */
  anchorId: z.string().nullable(),
});

export const overlayDanceSchema = z.object({
  entryId: z.string(),
  name: z.string(),
  /** What the host wrote as the entry's effects; empty for nothing. */
  effects: z.string(),
  /** How the show's preset wants its effects to look. */
  style: z.enum(effectStyles),
  viewer: z.string(),
  times: count,
  /** Only the one that runs has a countdown; the others are in order. */
  countdown: countdownSchema.nullable(),
  order: count,
});

export const overlayGuideSchema = z.object({
  giftIds: z.array(z.number().int()),
  giftName: z.string(),
  unitDiamonds: count,
  /** Whose it is: an anchor's id, or the name of a gameplay entry. */
  anchorId: z.string().nullable(),
  entry: z.string(),
  order: count,
});

/** Keys of the rankings are ranks from '1': two viewers of one name stay two. At most the first 20. */
const ranks = z.record(z.string(), overlayEntrySchema);

export const overlayStateSchema = z.object({
  show: z.record(z.literal('it'), overlayShowSchema),
  anchors: z.record(z.string(), overlayAnchorSchema),
  /** Anchors of earlier presets that gifts, rounds and votes still refer to. At most 100. */
  former: z.record(z.string(), overlayFormerSchema),
  /** The scores of the anchors, and of those of `former` that have votes or rounds. */
  scores: z.record(z.string(), overlayScoreSchema),
  /** 'now', absent before the first round. */
  round: z.partialRecord(z.literal('now'), overlayRoundSchema),
  battle: z.partialRecord(z.literal('now'), overlayBattleSchema),
  /** `unallocatedTenths` is present for the show only. */
  totals: z.record(
    z.enum(['round', 'show', 'all']),
    tallySchema.extend({ givers: count, unallocatedTenths: count.optional() }),
  ),
  usersRound: ranks,
  usersShow: ranks,
  usersAll: ranks,
  giftsRound: ranks,
  giftsShow: ranks,
  giftsAll: ranks,
  /** By ledger row: the newest 12 from the least price that the widget shows. */
  recent: z.record(z.string(), overlayGiftSchema),
  dances: z.record(z.string(), overlayDanceSchema),
  guide: z.record(z.string(), overlayGuideSchema),
  winner: z.partialRecord(z.literal('last'), overlayWinnerSchema),
});
export type OverlayState = z.infer<typeof overlayStateSchema>;
export type OverlaySection = keyof OverlayState;
export type OverlayAnchor = z.infer<typeof overlayAnchorSchema>;
export type OverlayFormer = z.infer<typeof overlayFormerSchema>;
export type OverlayScore = z.infer<typeof overlayScoreSchema>;
export type OverlayRound = z.infer<typeof overlayRoundSchema>;
export type OverlayEntry = z.infer<typeof overlayEntrySchema>;
export type OverlayGift = z.infer<typeof overlayGiftSchema>;
export type OverlayDance = z.infer<typeof overlayDanceSchema>;
export type OverlayGuide = z.infer<typeof overlayGuideSchema>;
export type OverlayWinner = z.infer<typeof overlayWinnerSchema>;

/** Short animations. They never change state and are not repeated if a page misses one. */
export const overlayMomentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('settlement'), outcome: z.enum(outcomes), anchors: z.array(z.string()) }),
  z.object({ kind: z.literal('breakthrough'), anchorIds: z.array(z.string()) }),
  z.object({ kind: z.literal('resurrection'), anchorId: z.string(), restored: z.boolean() }),
  z.object({ kind: z.literal('streak'), anchorId: z.string(), streak: count }),
  /** A gameplay entry has started. */
  z.object({
    kind: z.literal('gameplay'),
    ...overlayDanceSchema.pick({ entryId: true, name: true, effects: true, style: true, viewer: true }).shape,
  }),
]);
export type OverlayMoment = z.infer<typeof overlayMomentSchema>;
