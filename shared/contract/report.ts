import { z } from 'zod';
import { gapInputSchema } from './input.ts';
import { targetSchema } from './ledger.ts';
import { outcomes, roundKinds, roundPhases } from './round.ts';
import { tallySchema } from './tally.ts';

/** What a report says of one show. Votes are in tenths, times in ms. */

const count = z.number().int().nonnegative();

/**
 * Which ledger rows a report is about. A row belongs to the round that it counts in and to the time at which
 * it began; `until` is not included. An empty filter is the whole show.
 */
export const reportFilterSchema = z.object({
  round: z.number().int().positive().optional(),
  from: count.optional(),
  until: count.optional(),
});
export type ReportFilter = z.infer<typeof reportFilterSchema>;

export const reportOverviewSchema = z.object({
  counted: tallySchema,
  unallocated: tallySchema,
  uncounted: tallySchema,
  givers: count,
});
export type ReportOverview = z.infer<typeof reportOverviewSchema>;

export const reportRoundSchema = z.object({
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
  /** Of anchors that are on no side. */
  others: tallySchema,
  unallocated: tallySchema,
  uncounted: tallySchema,
  /** Late gifts that are only listed: in none of the sums before. */
  late: tallySchema,
  gapCount: count,
  settlement: z
    .object({
      outcome: z.enum(outcomes),
      byAdvantage: z.boolean(),
      shares: z.array(z.object({ anchorId: z.string(), votesTenths: count })),
    })
    .nullable(),
  /** Votes have changed since it was settled. */
  outdated: z.boolean(),
});
export type ReportRound = z.infer<typeof reportRoundSchema>;

export const reportAnchorSchema = tallySchema.extend({
  anchorId: z.string(),
  rank: z.number().int().positive(),
  /** What the rounds of the show have made of it; null where only a part of the show is looked at. */
  rounds: z
    .object({ settledTenths: count, played: count, won: count, streak: count, out: z.boolean() })
    .nullable(),
});
export type ReportAnchor = z.infer<typeof reportAnchorSchema>;

/** Pieces and diamonds of every gift seen, votes only of those that count. */
export const reportGiftSchema = tallySchema.extend({
  giftId: z.number().int(),
  giftName: z.string(),
  unitDiamonds: count,
});
export type ReportGift = z.infer<typeof reportGiftSchema>;

export const reportSeriesSchema = z.object({
  /** When the first step begins, and how long each is. */
  from: z.number(),
  stepMs: z.number().int().positive(),
  /** Votes that came in each step, by where they count now; `uncounted` is left out. */
  lines: z.array(z.object({ target: targetSchema, votesTenths: z.array(count) })),
});
export type ReportSeries = z.infer<typeof reportSeriesSchema>;

export const reportSchema = z.object({
  showId: z.string(),
  seq: count,
  /** When it was made, by the clock of the backstage. */
  at: z.number(),
  startedAt: z.number(),
  endedAt: z.number(),
  /** Every anchor that a preset of this show has had and that is named anywhere in the report. */
  names: z.array(z.object({ anchorId: z.string(), nickname: z.string() })),
  overview: reportOverviewSchema,
  rounds: z.array(reportRoundSchema),
  anchors: z.array(reportAnchorSchema),
  gifts: z.array(reportGiftSchema),
  /** The gameplay entries of the show's present preset, with the gifts that start them. */
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
  /** Whom the viewer is bound to by hand, else by a gift; null when to nobody. */
  boundTo: z.string().nullable(),
  /** The anchor of a binding that rests because the present preset does not have it; null for none. */
  boundBefore: z.string().nullable(),
});
export type ReportViewer = z.infer<typeof reportViewerSchema>;

export const viewerSorts = ['votes', 'diamonds', 'count'] as const;
export type ViewerSort = (typeof viewerSorts)[number];

/** A round by its number and kind; kind null: in no round. */
const roundNameSchema = z.object({ number: count, kind: z.enum(roundKinds).nullable() });
export type RoundName = z.infer<typeof roundNameSchema>;

export const auditActions = [
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
  'addGift',
] as const;

/** One decision of an operator on bindings or gifts. */
export const auditEntrySchema = z.object({
  seq: z.number().int().positive(),
  at: z.number(),
  by: z.string(),
  action: z.enum(auditActions),
  /** Whom it concerns; empty for nobody, or for several. */
  viewer: z.string(),
  /** Where the gifts count since, or the anchor of a binding; null when that is not one place. */
  target: targetSchema.nullable(),
  /** Rounds that gifts were moved from and to; null where that is not one, or where none was moved. */
  fromRound: roundNameSchema.nullable(),
  toRound: roundNameSchema.nullable(),
  /** Ledger rows concerned, with their pieces and votes. */
  rows: count,
  count,
  votesTenths: count,
  /** It was taken back later. */
  undone: z.boolean(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
