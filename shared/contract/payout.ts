import { z } from 'zod';
import { periodSchema } from './season.ts';

/* What anchors are paid for a period. Amounts are in hundredths of the currency, votes in tenths, times in ms. */

const count = z.number().int().nonnegative();
const amount = z.number().int().min(0).max(100_000_000_00);

export const payoutUnits = ['diamonds', 'votes'] as const;
export const roundings = ['down', 'nearest', 'up'] as const;
export type Rounding = (typeof roundings)[number];

/** How a payout is computed. */
export const payoutRulesSchema = z.object({
  currency: z.string().trim().max(8),
  unit: z.enum(payoutUnits),
  /** What 1,000 diamonds or votes are worth, in ten-thousandths of the currency. */
  worth: z.number().int().min(0).max(1_000_000_0000),
  /** The anchor's share in thousandths. */
  share: z.number().int().min(0).max(1000),
  perWin: amount,
  perShow: amount,
  perHour: amount,
  rounding: z.enum(roundings),
  /** Whether amounts are rounded to whole units of the currency instead of hundredths. */
  whole: z.boolean(),
});
export type PayoutRules = z.infer<typeof payoutRulesSchema>;

/** Without a value, an anchor earns nothing, so a host has to enter it. */
export const noPayoutRules: PayoutRules = {
  currency: '',
  unit: 'diamonds',
  worth: 0,
  share: 500,
  perWin: 0,
  perShow: 0,
  perHour: 0,
  rounding: 'nearest',
  whole: false,
};

export const deductionSchema = z.object({ amount, note: z.string().trim().max(200) });
export type Deduction = z.infer<typeof deductionSchema>;
/** The most deductions of an anchor. */
export const MOST_DEDUCTIONS = 20;

const payoutLineSchema = z.object({
  /** The key of the anchor, as in the ranking. */
  key: z.string(),
  name: z.string(),
  account: z.string(),
  shows: count,
  /** The length of those shows. */
  ms: count,
  wins: count,
  diamonds: count,
  votesTenths: count,
  credit: count,
  bonus: count,
  base: count,
  deductions: z.array(deductionSchema),
  /** Credit, bonus and base without the deductions. It may be negative. */
  total: z.number().int(),
});
export type PayoutLine = z.infer<typeof payoutLineSchema>;

/** Who settled a sheet, or opened it again, and when. */
const payoutStepSchema = z.object({
  did: z.enum(['settled', 'reopened']),
  at: z.number(),
  by: z.string(),
  /** The sum of the totals that were settled. Missing in steps of older versions. */
  sum: z.number().int().optional(),
  /** The lines that were settled, in the last step with which a sheet was opened again. */
  lines: z.array(payoutLineSchema).optional(),
});
export type PayoutStep = z.infer<typeof payoutStepSchema>;

export const payoutSchema = z.object({
  period: periodSchema,
  rules: payoutRulesSchema,
  /** The lines by now; those of a settled sheet in `settled` do not change any more. */
  lines: z.array(payoutLineSchema),
  settled: z.object({ at: z.number(), by: z.string(), lines: z.array(payoutLineSchema) }).nullable(),
  history: z.array(payoutStepSchema),
  /** Shows that could not be read. */
  left: count,
});
export type Payout = z.infer<typeof payoutSchema>;
