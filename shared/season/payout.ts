import type { Deduction, PayoutLine, PayoutRules, Rounding } from '../contract/payout.ts';
import type { SeasonRow } from '../contract/season.ts';

/** Tenths of a vote in a vote. */
const VOTE = 10n;
const HOUR_MS = 3_600_000n;

/**
 * Computes what each anchor of a ranking is paid. `lengths` are the lengths of the shows (ms). Everything is computed
 * exactly; credit, bonus and base are then rounded once each.
 */
export function payoutLines(
  rows: readonly SeasonRow[],
  lengths: ReadonlyMap<string, number>,
  rules: PayoutRules,
  deductionsOf: (key: string) => readonly Deduction[],
): PayoutLine[] {
  return rows.map(({ key, name, account, shows, wins, diamonds, votesTenths }) => {
    const ms = shows.reduce((sum, { showId }) => sum + (lengths.get(showId) ?? 0), 0);
    const credit = creditOf(diamonds, votesTenths, rules);
    const bonus = rounded(BigInt(wins) * BigInt(rules.perWin), 1n, rules);
    const perShow = BigInt(shows.length) * BigInt(rules.perShow) * HOUR_MS;
    const base = rounded(perShow + BigInt(ms) * BigInt(rules.perHour), HOUR_MS, rules);
    const deductions = [...deductionsOf(key)];
    const total = credit + bonus + base - deductions.reduce((sum, { amount }) => sum + amount, 0);
    const sums = { shows: shows.length, ms, wins, diamonds, votesTenths };
    return { key, name, account, ...sums, credit, bonus, base, deductions, total };
  });
}

/** The worth of the diamonds or votes, times the share, in hundredths of the currency. */
function creditOf(diamonds: number, votesTenths: number, rules: PayoutRules): number {
  const [units, parts] = rules.unit === 'diamonds' ? [BigInt(diamonds), 1n] : [BigInt(votesTenths), VOTE];
  // `worth` is in ten-thousandths for 1,000 units, and `share` in thousandths.
  return rounded(units * BigInt(rules.worth) * BigInt(rules.share), parts * 1000n * 100n * 1000n, rules);
}

/** Divides and rounds to hundredths or to whole units of the currency. Neither number is negative. */
function rounded(amount: bigint, divisor: bigint, { rounding, whole }: PayoutRules): number {
  const step = whole ? 100n : 1n;
  return Number(divided(amount, divisor * step, rounding) * step);
}

function divided(amount: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (rounding === 'up') return (amount + divisor - 1n) / divisor;
  return rounding === 'down' ? amount / divisor : (2n * amount + divisor) / (2n * divisor);
}

/** How an anchor's line differs from the settled one; null if it does not. */
export interface PayoutDifference {
  key: string;
  name: string;
  /** The total by now, without the settled total. */
  total: number;
  diamonds: number;
  votesTenths: number;
}

/** Compares a settled sheet with the lines by now. An anchor that only one of them has counts as zero in the other. */
export function differences(settled: readonly PayoutLine[], now: readonly PayoutLine[]): PayoutDifference[] {
  const before = new Map(settled.map((line) => [line.key, line]));
  const after = new Map(now.map((line) => [line.key, line]));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    const total = (is?.total ?? 0) - (was?.total ?? 0);
    const diamonds = (is?.diamonds ?? 0) - (was?.diamonds ?? 0);
    const votesTenths = (is?.votesTenths ?? 0) - (was?.votesTenths ?? 0);
    const hasChanged = total !== 0 || diamonds !== 0 || votesTenths !== 0;
    return hasChanged ? [{ key, name: is?.name ?? was?.name ?? '', total, diamonds, votesTenths }] : [];
  });
}
