import { z } from 'zod';
import { targetSchema } from '../ledger.ts';
import { deductionSchema, MOST_DEDUCTIONS, payoutRulesSchema, payoutSchema } from '../payout.ts';
import {
  auditEntrySchema,
  reportFilterSchema,
  reportSchema,
  reportViewerSchema,
  viewerSorts,
} from '../report.ts';
import { namedSeasonSchema, periodSchema, seasonSchema } from '../season.ts';
import { nothing, seq, showId, storedInputSchema } from './commonSchemas.ts';
import { rowsAsked, rowsPage } from './ledger.ts';

/** The report of a show. */
export const reportCalls = {
  /** Reads the report of a show, by default of the open one. */
  'report.read': {
    args: z.object({ showId: showId.optional(), filter: reportFilterSchema }),
    result: z.object({ report: reportSchema }),
  },
  /** Reads the viewers by votes in descending order. `total` is the number of all viewers. */
  'report.viewers': {
    args: z.object({
      showId: showId.optional(),
      filter: reportFilterSchema,
      sort: z.enum(viewerSorts),
      offset: seq,
      limit: z.number().int().min(1).max(1000),
    }),
    result: z.object({ viewers: z.array(reportViewerSchema), total: z.number().int() }),
  },
  /** Reads a page of the ledger rows of a report. */
  'report.rows': {
    args: z.object({
      ...rowsAsked,
      filter: reportFilterSchema,
    }),
    result: z.object(rowsPage),
  },
  /** Ranks anchors and viewers over the shows that began in a period, without rehearsals. */
  'report.season': {
    args: z.object({ period: periodSchema, before: periodSchema }),
    result: z.object({ season: seasonSchema }),
  },
  /** Lists the named seasons, the latest one first. */
  'season.list': { args: nothing, result: z.object({ seasons: z.array(namedSeasonSchema) }) },
  /** Adds a season, changes it, or restores it. Errors: `season.nameTaken`, `season.tooMany`. */
  'season.put': { args: z.object({ season: namedSeasonSchema }), result: nothing },
  'season.delete': { args: z.object({ id: namedSeasonSchema.shape.id }), result: nothing },
  /**
   * Reads the operators' decisions on bindings and gifts, newest first. `before` is the `next` of the previous page.
   */
  'report.audit': {
    args: z.object({
      showId: showId.optional(),
      before: z.number().int().positive().optional(),
      limit: z.number().int().min(1).max(1000),
    }),
    result: z.object({ entries: z.array(auditEntrySchema), next: z.number().int().positive().nullable() }),
  },
} as const;

/** What anchors are paid for a period. */
export const payoutCalls = {
  'payout.read': { args: z.object({ period: periodSchema }), result: z.object({ payout: payoutSchema }) },
  /** Changes the rules of all sheets that are not settled. */
  'payout.saveRules': { args: z.object({ rules: payoutRulesSchema }), result: nothing },
  /** Replaces the deductions of an anchor. Errors: `payout.settled`. */
  'payout.deduct': {
    args: z.object({
      period: periodSchema,
      key: z.string().max(300),
      deductions: z.array(deductionSchema).max(MOST_DEDUCTIONS),
    }),
    result: nothing,
  },
  /**
   * Locks the sheet of a period. `expected` is the sum of its totals as the host has seen them. Errors:
   * `payout.notOver`, `payout.settled`, `payout.stale`, `payout.unreadable`.
   */
  'payout.settle': {
    args: z.object({ period: periodSchema, expected: z.number().int() }),
    result: nothing,
  },
  /** Opens a settled sheet again. */
  'payout.reopen': { args: z.object({ period: periodSchema }), result: nothing },
} as const;

/** Maximum number of inputs in a response, so that a replay does not delay a running show. */
export const REPLAY_PAGE = 1000;

/** The maximum number of markers of a kind. */
export const MOST_MARKERS = 200;

const markerKinds = ['correction', 'late', 'gap', 'settlement', 'bigGift'] as const;
export type MarkerKind = (typeof markerKinds)[number];

/** A moment of a show that is worth seeing again. */
const replayMarkerSchema = z.object({
  kind: z.enum(markerKinds),
  /** ms */
  at: z.number(),
  /** The ledger row that the moment is about; null for none. */
  rowId: z.number().int().positive().nullable(),
  /** The viewer of that row; '' for none or for several. */
  viewer: z.string(),
  giftId: z.number().int(),
  giftName: z.string(),
  /** The pieces of the gift, or of all corrected rows. */
  count: z.number().int().nonnegative(),
  /** The target in force; null for none or for several. */
  target: targetSchema.nullable(),
  /** The id of the settled round, or of the round that a late gift missed; 0 for none. */
  round: seq,
  /** The number of the settled round. */
  number: seq,
});
export type ReplayMarker = z.infer<typeof replayMarkerSchema>;

/** Reads the inputs of a past show for a replay on a separate screen. Writes nothing. */
export const replayCalls = {
  /** Returns the time span of the show (ms) and the number of its inputs. */
  'replay.open': {
    args: z.object({ showId }),
    result: z.object({ from: z.number(), until: z.number(), seq }),
  },
  /** Returns the moments that are worth seeing again, oldest first. */
  'replay.markers': {
    args: z.object({ showId }),
    result: z.object({ markers: z.array(replayMarkerSchema) }),
  },
  /** Returns the inputs after sequence number `after`, in order. */
  'replay.inputs': {
    args: z.object({ showId, after: seq, limit: z.number().int().min(1).max(REPLAY_PAGE) }),
    result: z.object({ inputs: z.array(storedInputSchema) }),
  },
} as const;
