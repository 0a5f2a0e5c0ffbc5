import { z } from 'zod';
import { gapInputSchema } from './input.ts';
import { targetSchema } from './ledger.ts';
import { outcomes, roundKinds, roundPhases } from './round.ts';
import { tallySchema } from './tally.ts';

/** The report of a show. Votes are in tenths, times in ms. */

const count = z.number().int().nonnegative();

/**
 * The ledger rows of a report. A row belongs to the round that it counts in and to the time at which it began. `until`
 * is exclusive. An empty filter selects the whole show.
 */
export const reportFilterSchema = z.object({
  round: z.number().int().positive().optional(),
  from: count.optional(),
  until: count.optional(),
  /** Only rows that count for one of these anchors. One person can have several ids in a show. */
  anchors: z.array(z.string().min(1).max(64)).min(1).max(100).optional(),
  /** Only rows of this viewer. */
  viewer: z.string().min(1).max(64).optional(),
});
export type ReportFilter = z.infer<typeof reportFilterSchema>;

const reportOverviewSchema = z.object({
  counted: tallySchema,
  unallocated: tallySchema,
  uncounted: tallySchema,
  givers: count,
});
export type ReportOverview = z.infer<typeof reportOverviewSchema>;

const reportRoundSchema = z.object({
  id: z.number().int().positive(),
  number: count,
  kind: z.enum(roundKinds),
  phase: z.enum(roundPhases),
  anchors: z.array(z.string()),
  attackers: z.array(z.string()),
  defenders: z.array(z.string()),
  startedAt: z.number(),
  endedAt: z.number(),
  ranMs: count,
  attacker: tallySchema,
  defender: tallySchema,
  /** Sums of anchors that are on no side. */
  others: tallySchema,
  unallocated: tallySchema,
  uncounted: tallySchema,
  /** Late gifts that are only listed. The sums above do not include them. */
  late: tallySchema,
  gapCount: count,
  settlement: z
    .object({
      outcome: z.enum(outcomes),
      byAdvantage: z.boolean(),
      shares: z.array(z.object({ anchorId: z.string(), votesTenths: count })),
    })
    .nullable(),
  /** Votes have changed since the settlement. */
  outdated: z.boolean(),
});
export type ReportRound = z.infer<typeof reportRoundSchema>;

const reportAnchorSchema = tallySchema.extend({
  anchorId: z.string(),
  rank: z.number().int().positive(),
  /** The anchor's results over all rounds; null if the report is of a part of the show. */
  rounds: z
    .object({ settledTenths: count, played: count, won: count, streak: count, out: z.boolean() })
    .nullable(),
});
export type ReportAnchor = z.infer<typeof reportAnchorSchema>;

/** A kind of gift. Pieces and diamonds are of all gifts, votes only of those that count. */
const reportGiftSchema = tallySchema.extend({
  giftId: z.number().int(),
  giftName: z.string(),
  unitDiamonds: count,
});
export type ReportGift = z.infer<typeof reportGiftSchema>;

const reportSeriesSchema = z.object({
  /** Start of the first step and length of each step (ms). */
  from: z.number(),
  stepMs: z.number().int().positive(),
  /** Votes by step and by current target, without `uncounted`. */
  lines: z.array(z.object({ target: targetSchema, votesTenths: z.array(count) })),
});
export type ReportSeries = z.infer<typeof reportSeriesSchema>;

export const reportSchema = z.object({
  showId: z.string(),
  seq: count,
  /** Time of creation, by the clock of the backstage. */
  at: z.number(),
  startedAt: z.number(),
  endedAt: z.number(),
  /** Every anchor of this show's presets that the report mentions. */
  names: z.array(z.object({ anchorId: z.string(), nickname: z.string() })),
  /** The name of the anchor or viewer that the filter selects; null for all. */
  only: z.string().nullable(),
  overview: reportOverviewSchema,
  /** The sums of the ledger rows by target in force; targets without rows are missing. */
  targets: z.array(tallySchema.extend({ target: targetSchema })),
  rounds: z.array(reportRoundSchema),
  anchors: z.array(reportAnchorSchema),
  gifts: z.array(reportGiftSchema),
  /** The gameplay entries of the show's current preset, with their gifts. */
  gameplay: z.array(z.object({ name: z.string(), effects: z.string(), giftIds: z.array(z.number().int()) })),
  series: reportSeriesSchema.nullable(),
  gaps: z.array(gapInputSchema),
  gapCount: count,
});
export type Report = z.infer<typeof reportSchema>;

export const reportViewerSchema = tallySchema.extend({
  viewerId: z.string(),
  name: z.string(),
  username: z.string(),
  /** The anchor of the manual binding, or else of the automatic one; null for none. */
  boundTo: z.string().nullable(),
  /** The anchor of a binding without effect, because the current preset lacks the anchor; null for none. */
  boundBefore: z.string().nullable(),
  /** The viewer's votes by target in force; targets without rows are missing. */
  given: z.array(z.object({ target: targetSchema, votesTenths: count })),
});
export type ReportViewer = z.infer<typeof reportViewerSchema>;

export const viewerSorts = ['votes', 'diamonds', 'count'] as const;
export type ViewerSort = (typeof viewerSorts)[number];

/** The largest number of former targets in an entry. */
export const MOST_FORMER_TARGETS = 20;

/** A round by its number and kind; kind null for no round. */
const roundNameSchema = z.object({ number: count, kind: z.enum(roundKinds).nullable() });
export type RoundName = z.infer<typeof roundNameSchema>;

const auditActions = [
  'bind',
  'unbind',
  'pin',
  'unpin',
  'suspend',
  'resume',
  'correct',
  'place',
  'undo',
  'redo',
  'acceptLate',
  'refuseLate',
  'leaveLate',
  'addGift',
] as const;

/** An operator's decision on bindings or gifts. */
export const auditEntrySchema = z.object({
  seq: z.number().int().positive(),
  at: z.number(),
  by: z.string(),
  action: z.enum(auditActions),
  /** The viewer; '' for none or for several. */
  viewer: z.string(),
  /** The different former targets of the gifts whose target changed, at most `MOST_FORMER_TARGETS`. */
  from: z.array(targetSchema),
  /** The new target of the gifts, or the anchor of a binding; null for none or for several. */
  target: targetSchema.nullable(),
  /** The rounds that gifts were moved from and to; null for several, or if none was moved. */
  fromRound: roundNameSchema.nullable(),
  toRound: roundNameSchema.nullable(),
  /** The first of the ledger rows; null if the decision is about none. */
  rowId: z.number().int().positive().nullable(),
  /** The number of ledger rows, with their pieces and votes. */
  rows: count,
  count,
  votesTenths: count,
  /** The decision was undone later. */
  undone: z.boolean(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
