import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayAt,
  periodAround,
  periodBefore,
  periodBeside,
  periodKinds,
  periodOfDates,
  periodOfDays,
} from '#shared/season/period.ts';

const zones = [
  'UTC',
  'Asia/Tokyo',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Africa/Cairo',
];
const zone = fc.constantFrom(...zones);
const kind = fc.constantFrom(...periodKinds);
const at = fc.integer({ min: Date.UTC(2012, 0, 1), max: Date.UTC(2032, 0, 1) });
const iso = (ms: number) => new Date(ms).toISOString();

describe('periods', () => {
  it('contain their moment, and begin and end where the clocks of the zone say so', () => {
    fc.assert(
      fc.property(kind, at, zone, (of, moment, where) => {
        const { from, until } = periodAround(of, moment, where);
        expect(from).toBeLessThanOrEqual(moment);
        expect(until).toBeGreaterThan(moment);
        expect(periodAround(of, from, where)).toEqual({ from, until });
        expect(periodAround(of, until - 1, where)).toEqual({ from, until });
      }),
      { numRuns: 400 },
    );
  });

  it('follow each other without a gap and without an overlap', () => {
    fc.assert(
      fc.property(kind, at, zone, (of, moment, where) => {
        const period = periodAround(of, moment, where);
        const next = periodBeside(of, period, 1, where);
        expect(next.from).toBe(period.until);
        expect(periodBeside(of, next, -1, where)).toEqual(period);
        expect(periodAround(of, period.until, where)).toEqual(next);
      }),
      { numRuns: 400 },
    );
  });

  it('put each gift into exactly one day of a zone, also where clocks change, and own dates are those days', () => {
    fc.assert(
      fc.property(
        at,
        zone,
        fc.array(fc.integer({ min: 0, max: 8 * 86_400_000 }), { maxLength: 20 }),
        (start, where, gifts) => {
          const days = [periodAround('day', start, where)];
          for (let next = 0; next < 9; next += 1)
            days.push(periodBeside('day', days[next] ?? days[0] ?? { from: 0, until: 0 }, 1, where));
          for (const gift of gifts) {
            const moment = start + gift;
            expect(days.filter(({ from, until }) => from <= moment && moment < until)).toHaveLength(1);
          }
          const [first, second] = days;
          if (first === undefined || second === undefined) throw new Error('there are ten days');
          const dates = periodOfDates(dayAt(second.until - 1, where), dayAt(first.from, where), where);
          expect(dates).toEqual({ from: first.from, until: second.until });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('have the days of the calendar, also where clocks change', () => {
    const march = periodAround('day', Date.UTC(2026, 2, 29, 12), 'Europe/Berlin');
    expect([iso(march.from), iso(march.until)]).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ]);
    const week = periodAround('week', Date.UTC(2026, 10, 26), 'Asia/Tokyo');
    expect(iso(week.from)).toBe('2026-11-22T15:00:00.000Z');
    const month = periodAround('month', Date.UTC(2026, 1, 10), 'America/New_York');
    expect([iso(month.from), iso(month.until)]).toEqual([
      '2026-02-01T05:00:00.000Z',
      '2026-03-01T05:00:00.000Z',
    ]);
    // On this day, the clocks of Brazil went from 0:00 to 1:00.
    expect(iso(periodAround('day', Date.UTC(2018, 10, 4, 12), 'America/Sao_Paulo').from)).toBe(
      '2018-11-04T03:00:00.000Z',
    );
  });

  it('of own dates include both days, and are compared with as many days before', () => {
    const period = periodOfDays(Date.UTC(2026, 10, 3, 9), Date.UTC(2026, 10, 5, 1), 'UTC');
    expect([iso(period.from), iso(period.until)]).toEqual([
      '2026-11-03T00:00:00.000Z',
      '2026-11-06T00:00:00.000Z',
    ]);
    const before = periodBefore(period, 'UTC');
    expect([iso(before.from), iso(before.until)]).toEqual([
      '2026-10-31T00:00:00.000Z',
      '2026-11-03T00:00:00.000Z',
    ]);
  });
});
