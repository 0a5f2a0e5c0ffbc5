import { z } from 'zod';
import { type Target, targetSchema } from '#shared/contract/ledger.ts';
import type { ReportFilter, ReportSeries } from '#shared/contract/report.ts';
import type { Journal } from '../journal/journal.ts';
import { rowCondition } from './rowFilter.ts';

/** The largest number of steps in a chart, and the possible lengths of a step. */
const MOST_STEPS = 120;
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600].map((seconds) => seconds * 1000);

const spanSchema = z.object({ first: z.number().nullable(), last: z.number().nullable() });
const pointSchema = z.object({ target: targetSchema, step: z.number(), votes: z.number() });

/** Builds the votes over time. A row counts in the step in which it began. Returns null without counted rows. */
export function seriesOf(journal: Journal, filter: ReportFilter): ReportSeries | null {
  const { where, values } = rowCondition(filter);
  const within = `${where === '' ? 'WHERE' : `${where} AND`} target <> 'uncounted'`;
  const span = journal.db.prepare(`SELECT min(at) AS first, max(at) AS last FROM rows ${within}`);
  const { first, last } = spanSchema.parse(span.get(...values));
  if (first === null || last === null) return null;
  const stepMs = stepFor(last - first);
  const from = first - (first % stepMs);
  const count = Math.floor((last - from) / stepMs) + 1;
  const lines = new Map<Target, number[]>();
  // Node binds numbers as REAL. Without the cast, steps would be fractional, and each row would be a separate step.
  const points = journal.db.prepare(
    `SELECT target, CAST((at - ?) / ? AS INTEGER) AS step, sum(votes_tenths) AS votes FROM rows ${within} GROUP BY 1, 2`,
  );
  for (const record of points.iterate(from, stepMs, ...values)) {
    const { target, step, votes } = pointSchema.parse(record);
    const line = lines.get(target) ?? new Array<number>(count).fill(0);
    line[step] = votes;
    lines.set(target, line);
  }
  return { from, stepMs, lines: [...lines].map(([target, votesTenths]) => ({ target, votesTenths })) };
}

function stepFor(ms: number): number {
  const wanted = ms / (MOST_STEPS - 1);
  const known = steps.find((step) => step >= wanted);
  if (known !== undefined) return known;
  const hour = 3_600_000;
  return Math.ceil(wanted / hour) * hour;
}
