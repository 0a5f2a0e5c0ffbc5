import { relative } from 'node:path';
import { z } from 'zod';

/** The part of the test runner's JSON report that the summary reads. */
export const reportSchema = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      /** In milliseconds since 1970. */
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          meta: z.object({ skipReason: z.string().optional() }),
        }),
      ),
    }),
  ),
});
export type Report = z.infer<typeof reportSchema>;

interface Summary {
  passed: number;
  failed: number;
  /** Tests that did not run because the set-up of their suite failed; they are part of `failed`. */
  notRun: number;
  /** How many tests were skipped, by reason. */
  skipped: Map<string, number>;
}

/** Sums up a report. A test that should have run but did not counts as failed. */
export function summarise(report: Report): Summary {
  const summary: Summary = { passed: 0, failed: 0, notRun: 0, skipped: new Map() };
  for (const file of report.testResults) {
    for (const { status, meta } of file.assertionResults) {
      if (status === 'passed') summary.passed += 1;
      else if (status === 'failed') summary.failed += 1;
      else if (meta.skipReason !== undefined || file.status !== 'failed') {
        const reason = meta.skipReason ?? 'left out by the filter of the command';
        summary.skipped.set(reason, (summary.skipped.get(reason) ?? 0) + 1);
      } else summary.notRun += 1;
    }
  }
  summary.failed += summary.notRun;
  // A file that cannot be loaded has no tests, and an unhandled error belongs to no test.
  if (summary.failed === 0 && !report.success) summary.failed = 1;
  return summary;
}

/** The files that took longest, as lines with their seconds. Files that ran at the same time share the processor. */
export function slowestFiles({ testResults }: Report, root: string, count: number): string[] {
  return testResults
    .map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
