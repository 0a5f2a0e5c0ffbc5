import { z } from 'zod';
import {
  auditEntrySchema,
  reportFilterSchema,
  reportSchema,
  reportViewerSchema,
  viewerSorts,
} from '../report.ts';
import { seq, showId } from './commonSchemas.ts';

/** The report of a show. */
export const reportCalls = {
  /** The report's figures; by default of the open show. */
  'report.read': {
    args: z.object({ showId: showId.optional(), filter: reportFilterSchema }),
    result: z.object({ report: reportSchema }),
  },
  /** The viewers by votes, most first; `total` counts all. */
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
  /** What operators decided on bindings and gifts, newest first; `before` is the `next` of the page before. */
  'report.audit': {
    args: z.object({
      showId: showId.optional(),
      before: z.number().int().positive().optional(),
      limit: z.number().int().min(1).max(1000),
    }),
    result: z.object({ entries: z.array(auditEntrySchema), next: z.number().int().positive().nullable() }),
  },
} as const;
