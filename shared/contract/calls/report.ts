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
