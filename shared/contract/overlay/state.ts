import { z } from 'zod';
import { modes } from '../preset.ts';
import { countdownSchema, outcomes, roundKinds, roundPhases, sides } from '../round.ts';
import { lineChoiceSchema, sceneChoiceSchema, styleChoiceSchema } from '../rules.ts';
import { statuses } from '../snapshot.ts';
import { tallySchema } from '../tally.ts';

/**
 * The part of a show's state that overlays receive, without accounts, corrections and platform ids of viewers. It
 * consists of sections with keyed entries, so that a change contains only changed entries. Votes are in tenths.
 */
const count = z.number().int().nonnegative();

const overlayShowSchema = z.object({
  status: z.enum(statuses),
  mode: z.enum(modes),
  startedAt: z.number(),
  endedAt: z.number(),
  /** Some votes have tenths, so all are shown with one decimal. */
  tenths: z.boolean(),
});

/** An anchor as shown to viewers. `order` is its index in the preset. */
const overlayAnchorSchema = z.object({
  nickname: z.string(),
  /** Path of the picture on the hub; '' for none. */
  avatar: z.string(),
  order: count,
  giftIds: z.array(z.number().int()),
  live: z.boolean().nullable(),
});

/** An anchor that the current preset lacks, as the newest preset that had it describes it. */
const overlayFormerSchema = overlayAnchorSchema.pick({ nickname: true, avatar: true });

const overlayScoreSchema = z.object({
  /** The score that is shown and compared, after the decrease. */
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
  /** Votes above the clearance score in tenths; null if not exceeded. */
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
  /** The outcome and the winner. Absent before the settlement; a draw has no winner. */
  outcome: z.enum(outcomes).optional(),
  winners: z.array(z.string()).optional(),
  /** The viewer with the most votes. Absent before the settlement, and without votes. */
  topViewer: z.object({ name: z.string(), votesTenths: count }).optional(),
});

const overlayBattleSchema = z.object({
  attackerTenths: count,
  defenderTenths: count,
  unallocatedTenths: count,
  attackers: z.array(z.string()),
  defenders: z.array(z.string()),
  /** The attacker's share of both scores in thousandths; 500 at 0:0. */
  attackerPermille: z.number().int().min(0).max(1000),
  effectSide: z.enum(sides).nullable(),
  effectLevel: z.number().int().min(0).max(3),
  /** The effect style of the show's preset. */
  effectStyle: styleChoiceSchema,
  effectScene: sceneChoiceSchema,
  effectLines: lineChoiceSchema,
});

const overlayEntrySchema = z.object({
  /** The name of a viewer, or of a gift in the widget's language. */
  name: z.string(),
  /** Only for gifts. */
  giftId: z.number().int().optional(),
  votesTenths: count,
  diamonds: count,
  count,
});

/** An entry of a ranking of a period. An anchor has a picture, and the id if the open show has the anchor. */
const overlayPeriodEntrySchema = overlayEntrySchema.extend({
  anchorId: z.string().optional(),
  avatar: z.string().optional(),
});

const overlayWinnerSchema = z.object({
  round: count,
  outcome: z.enum(outcomes),
  anchors: z.array(z.string()),
  votesTenths: count,
  streak: count,
});

const overlayGiftSchema = z.object({
  at: z.number(),
  viewer: z.string(),
  giftId: z.number().int(),
  /** The name in the widget's language. */
  giftName: z.string(),
  unitDiamonds: count,
  count,
  /** null if unallocated. */
  anchorId: z.string().nullable(),
});

const overlayAlertSchema = overlayGiftSchema.extend({
  /** The time of the last piece (ms since 1970). */
  lastAt: z.number(),
  /** Path of the gift's picture on the hub; '' for none. */
  picture: z.string(),
});

export const overlayDanceSchema = z.object({
  entryId: z.string(),
  name: z.string(),
  /** The effects text of the entry; '' for none. */
  effects: z.string(),
  /** The effect style of the show's preset. */
  style: styleChoiceSchema,
  viewer: z.string(),
  times: count,
  /** The countdown of the running dance; null for waiting ones, which are in order. */
  countdown: countdownSchema.nullable(),
  order: count,
});

const overlayGuideSchema = z.object({
  giftIds: z.array(z.number().int()),
  giftName: z.string(),
  unitDiamonds: count,
  /** The id of an anchor; null for the gift of the gameplay entry `entry`. */
  anchorId: z.string().nullable(),
  entry: z.string(),
  order: count,
});

/** One side of a thank-you card; top has at most three viewers, by votes. */
const thanksSideSchema = z.object({
  anchors: z.array(z.string()),
  votesTenths: count,
  top: z.array(z.object({ name: z.string(), votesTenths: count })),
});

/**
 * The thank-you card of a settled round, without entries while none is shown. A battle has two sides, every other round
 * has `everyone`. `gift` is the round's most expensive gift or streak.
 */
export const overlayThanksSchema = z
  .object({
    /** `until` is the time (ms since 1970) at which the card disappears. */
    card: z.object({
      round: count,
      kind: z.enum(roundKinds),
      outcome: z.enum(outcomes),
      until: z.number(),
    }),
    attacker: thanksSideSchema,
    defender: thanksSideSchema,
    everyone: thanksSideSchema,
    gift: z.object({
      viewer: z.string(),
      giftId: z.number().int(),
      /** The name in the widget's language. */
      giftName: z.string(),
      count,
      diamonds: count,
      /** null if unallocated. */
      anchorId: z.string().nullable(),
    }),
  })
  .partial();

/** Rankings by rank from '1', so that two viewers of one name have an entry each. At most 20. */
const ranks = z.record(z.string(), overlayEntrySchema);

export const overlayStateSchema = z.object({
  show: z.record(z.literal('it'), overlayShowSchema),
  anchors: z.record(z.string(), overlayAnchorSchema),
  /** Anchors of earlier presets that gifts, rounds and votes still refer to. At most 100. */
  former: z.record(z.string(), overlayFormerSchema),
  /** The scores of the anchors, and of those in `former` that have votes or rounds. */
  scores: z.record(z.string(), overlayScoreSchema),
  /** Its only key is 'now'. Absent before the first round. */
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
  /** By ledger row: the newest 12 with at least the widget's minimum price. */
  recent: z.record(z.string(), overlayGiftSchema),
  dances: z.record(z.string(), overlayDanceSchema),
  guide: z.record(z.string(), overlayGuideSchema),
  winner: z.partialRecord(z.literal('last'), overlayWinnerSchema),
  thanks: overlayThanksSchema,
  /** Rankings of periods, by the key of `periodRankKey` and the place from 1. At most 20 of each. */
  periods: z.record(z.string(), overlayPeriodEntrySchema),
  /** The sums that goals count, by the key of `goalKey`. */
  goals: z.record(z.string(), tallySchema),
  /** By the key of `bonusKey`: the countdown with the added time, and that time (ms). */
  bonus: z.record(z.string(), z.object({ countdown: countdownSchema, bonusMs: count })),
  /** By ledger row: the newest 48 combos that reached the minimum value of an alert widget. */
  alerts: z.record(z.string(), overlayAlertSchema),
  /** Paths of the gifts' pictures on the hub, by gift id. */
  giftPictures: z.record(z.string(), z.string()),
});
export type OverlayState = z.infer<typeof overlayStateSchema>;
export type OverlaySection = keyof OverlayState;
export type OverlayAnchor = z.infer<typeof overlayAnchorSchema>;
export type OverlayFormer = z.infer<typeof overlayFormerSchema>;
export type OverlayScore = z.infer<typeof overlayScoreSchema>;
export type OverlayRound = z.infer<typeof overlayRoundSchema>;
export type OverlayPeriodEntry = z.infer<typeof overlayPeriodEntrySchema>;
export type OverlayEntry = z.infer<typeof overlayEntrySchema>;
export type OverlayGift = z.infer<typeof overlayGiftSchema>;
export type OverlayAlert = z.infer<typeof overlayAlertSchema>;
export type OverlayDance = z.infer<typeof overlayDanceSchema>;
export type OverlayGuide = z.infer<typeof overlayGuideSchema>;
export type OverlayWinner = z.infer<typeof overlayWinnerSchema>;
export type OverlayThanks = z.infer<typeof overlayThanksSchema>;
export type OverlayThanksSide = z.infer<typeof thanksSideSchema>;

/** Short animations. They never change the state, and a page that misses one does not get it again. */
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
