import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noPayoutRules, type PayoutRules, payoutUnits, roundings } from '#shared/contract/payout.ts';
import type { Period } from '#shared/contract/season.ts';
import { anchorRanking } from '#shared/game/report.ts';
import { anchorEntries } from '#shared/season/entries.ts';
import { differences, payoutLines } from '#shared/season/payout.ts';
import { periodAround } from '#shared/season/period.ts';
import { type SeasonShow, seasonRanking } from '#shared/season/ranking.ts';
import { play, stepsArb } from '#tests/support/game.ts';

const show = (showId: string, diamonds: number, votesTenths = diamonds * 10, wins = 0): SeasonShow => ({
  showId,
  entries: [{ id: 'mika', name: 'Mika', account: '', count: 1, diamonds, votesTenths, rounds: wins, wins }],
});
const paid = (shows: SeasonShow[], rules: Partial<PayoutRules>, lengths: [string, number][] = []) =>
  payoutLines(seasonRanking(shows), new Map(lengths), { ...noPayoutRules, ...rules }, () => [])[0];

const rulesArb: fc.Arbitrary<PayoutRules> = fc.record({
  currency: fc.constant('EUR'),
  unit: fc.constantFrom(...payoutUnits),
  worth: fc.integer({ min: 0, max: 10_000_000 }),
  share: fc.integer({ min: 0, max: 1000 }),
  perWin: fc.integer({ min: 0, max: 100_000 }),
  perShow: fc.integer({ min: 0, max: 100_000 }),
  perHour: fc.integer({ min: 0, max: 100_000 }),
  rounding: fc.constantFrom(...roundings),
  whole: fc.boolean(),
});

describe('a payout', () => {
  it('is the worth of the diamonds times the share, with bonus and base', () => {
    // 12,345 diamonds, 5.00 for 1,000, 50 %: 30.8625.
    const rules = { worth: 50_000, share: 500, perWin: 250, perShow: 1000, perHour: 1200 };
    const line = paid([show('s1', 12_000, 0, 2), show('s2', 345)], rules, [
      ['s1', 3_600_000],
      ['s2', 1_800_000],
    ]);
    expect(line).toMatchObject({
      shows: 2,
      ms: 5_400_000,
      wins: 2,
      credit: 3086,
      bonus: 500,
      base: 3800,
      total: 7386,
    });
  });

  it.each([
    ['down', false, 3086],
    ['nearest', false, 3086],
    ['up', false, 3087],
    ['down', true, 3000],
    ['nearest', true, 3100],
    ['up', true, 3100],
  ] as const)('is rounded %s, to whole units of the currency: %s', (rounding, whole, credit) => {
    expect(paid([show('s1', 12_345)], { worth: 50_000, share: 500, rounding, whole })?.credit).toBe(credit);
  });

  it('counts votes to the tenth', () => {
    expect(paid([show('s1', 1, 5)], { unit: 'votes', worth: 10_000_000, share: 1000 })?.credit).toBe(50);
  });

  it('takes deductions off, below zero if they are more', () => {
    const deductions = [
      { amount: 700, note: 'Costume' },
      { amount: 50, note: '' },
    ];
    const rules = { ...noPayoutRules, perShow: 500 };
    const [line] = payoutLines(seasonRanking([show('s1', 0)]), new Map(), rules, () => deductions);
    expect(line).toMatchObject({ base: 500, deductions, total: -250 });
  });

  it('has the sums of the ledgers of random shows, and is exact but for one rounding of each part', () => {
    fc.assert(
      fc.property(fc.array(stepsArb, { minLength: 1, maxLength: 3 }), rulesArb, (all, rules) => {
        const states = all.map((steps) => play(steps).state);
        const shows = states.map((state, index) => ({ showId: `s${index}`, entries: anchorEntries(state) }));
        const lines = payoutLines(seasonRanking(shows), new Map([['s0', 1_234_567]]), rules, () => []);
        const ledger = states.flatMap((state) => anchorRanking(state));
        for (const what of ['diamonds', 'votesTenths'] as const) {
          const sum = (rows: readonly Record<typeof what, number>[]) =>
            rows.reduce((total, row) => total + row[what], 0);
          expect(sum(lines)).toBe(sum(ledger));
        }
        const step = rules.whole ? 100 : 1;
        for (const line of lines) {
          const units = rules.unit === 'diamonds' ? line.diamonds : line.votesTenths / 10;
          const exact = (units * rules.worth * rules.share) / 100_000_000;
          expect(line.credit % step).toBe(0);
          const error = line.credit - exact;
          const [least, most] = { down: [-step, 0], nearest: [-step / 2, step / 2], up: [0, step] }[
            rules.rounding
          ];
          expect(error).toBeGreaterThan((least ?? 0) - 0.001);
          expect(error).toBeLessThan((most ?? 0) + 0.001);
          expect(line.total).toBe(line.credit + line.bonus + line.base);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('of a month has the sums of its days and of the ledgers, in any time zone', () => {
    const zones = [
      'UTC',
      'Asia/Tokyo',
      'America/Sao_Paulo',
      'Pacific/Apia',
      'Europe/Berlin',
      'Asia/Kathmandu',
    ];
    const year = { min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) };
    const showArb = fc.record({ steps: stepsArb, startedAt: fc.integer(year) });
    const rules = { ...noPayoutRules, worth: 123_457, share: 457, perShow: 333 };
    fc.assert(
      fc.property(
        fc.array(showArb, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...zones),
        (all, zone) => {
          const shows = all.map(({ steps, startedAt }, index) => ({
            showId: `s${index}`,
            startedAt,
            entries: anchorEntries(play(steps).state),
          }));
          const month = periodAround('month', all[0]?.startedAt ?? 0, zone);
          const within = ({ from, until }: Period) =>
            shows.filter(({ startedAt }) => startedAt >= from && startedAt < until);
          const linesOf = (period: Period) =>
            payoutLines(seasonRanking(within(period)), new Map(), rules, () => []);
          const days: Period[] = [];
          for (let at = month.from; at < month.until; at = days.at(-1)?.until ?? month.until)
            days.push(periodAround('day', at, zone));
          const ledger = within(month).flatMap(({ entries }) => entries);
          for (const what of ['diamonds', 'votesTenths'] as const) {
            const sum = (rows: readonly Record<typeof what, number>[]) =>
              rows.reduce((total, row) => total + row[what], 0);
            expect(sum(linesOf(month))).toBe(sum(ledger));
            expect(sum(days.flatMap(linesOf))).toBe(sum(ledger));
          }
          // The base for each show is not rounded, so it adds up too.
          const base = (lines: readonly { base: number }[]) =>
            lines.reduce((total, line) => total + line.base, 0);
          expect(base(days.flatMap(linesOf))).toBe(base(linesOf(month)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('that was settled differs from now by what a correction moved, and by nothing else', () => {
    const rules = { ...noPayoutRules, worth: 100_000, share: 1000 };
    const lines = (shows: SeasonShow[]) => payoutLines(seasonRanking(shows), new Map(), rules, () => []);
    const settled = lines([show('s1', 1000), show('s2', 500)]);
    expect(differences(settled, lines([show('s1', 1000), show('s2', 500)]))).toEqual([]);
    expect(differences(settled, lines([show('s1', 1000), show('s2', 300)]))).toEqual([
      { key: 'id:mika', name: 'Mika', total: -200, diamonds: -200, votesTenths: -2000 },
    ]);
    expect(differences(settled, [])).toMatchObject([{ total: -1500, diamonds: -1500 }]);
  });
});
