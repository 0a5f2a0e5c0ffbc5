import { z } from 'zod';

/** The file from which a worker reads all mutants. */
export const planSchema = z.object({
  mutants: z.array(
    z.object({
      id: z.number(),
      path: z.string(),
      line: z.number(),
      start: z.number(),
      end: z.number(),
      was: z.string(),
      becomes: z.string(),
      atLoad: z.boolean(),
    }),
  ),
});
export type Plan = z.infer<typeof planSchema>;
export type PlannedMutant = Plan['mutants'][number];

/** A test, identified by its file and its index there. */
const testSchema = z.object({ file: z.string(), index: z.number(), name: z.string(), ms: z.number() });
export type KnownTest = z.infer<typeof testSchema>;

export const orderSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('baseline'), files: z.array(z.string()) }),
  z.object({ do: z.literal('mutant'), id: z.number(), tests: z.array(testSchema) }),
]);
export type Order = z.infer<typeof orderSchema>;

export const answerSchema = z.discriminatedUnion('did', [
  z.object({ did: z.literal('start') }),
  z.object({
    did: z.literal('baseline'),
    tests: z.array(testSchema),
    /** By mutant id: the indexes of the tests that run its position. */
    covering: z.record(z.string(), z.array(z.number())),
    leftOut: z.array(z.object({ what: z.string(), why: z.string() })),
  }),
  /** The next test begins. It counts as endless after `limit` ms. */
  z.object({ did: z.literal('test'), limit: z.number() }),
  z.object({ did: z.literal('mutant'), id: z.number(), killedBy: z.string().nullable() }),
]);
export type Answer = z.infer<typeof answerSchema>;
export type Baseline = Extract<Answer, { did: 'baseline' }>;

/** Joins the baselines of several workers. */
export function together(parts: readonly Baseline[]): Baseline {
  const whole: Baseline = { did: 'baseline', tests: [], covering: {}, leftOut: [] };
  for (const { tests, covering, leftOut } of parts) {
    for (const [id, numbers] of Object.entries(covering)) {
      const moved = numbers.map((number) => number + whole.tests.length);
      whole.covering[id] = [...(whole.covering[id] ?? []), ...moved];
    }
    whole.tests.push(...tests);
    whole.leftOut.push(...leftOut);
  }
  return whole;
}
