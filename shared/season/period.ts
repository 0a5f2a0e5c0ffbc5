import type { Period } from '../contract/season.ts';

/* Periods over several shows: whole days, weeks and months of a time zone. Times are ms since 1970. */

export const periodKinds = ['day', 'week', 'month'] as const;
export type PeriodKind = (typeof periodKinds)[number];

/** A date of the calendar. `month` is from 1. */
export interface Day {
  year: number;
  month: number;
  day: number;
}

const DAY_MS = 24 * 3_600_000;

/** Returns the day, the week (from Monday) or the month of a time zone that contains `at`. */
export function periodAround(kind: PeriodKind, at: number, zone: string): Period {
  const day = dayAt(at, zone);
  const first = firstDay(kind, day);
  return { from: startOf(first, zone), until: startOf(later(kind, first, 1), zone) };
}

/** Returns the period of the same kind that is `steps` later; negative for earlier ones. */
export function periodBeside(kind: PeriodKind, { from }: Period, steps: number, zone: string): Period {
  const first = later(kind, dayAt(from, zone), steps);
  return { from: startOf(first, zone), until: startOf(later(kind, first, 1), zone) };
}

/** Returns the period from the start of one day to the end of another, in a time zone. */
export function periodOfDays(from: number, last: number, zone: string): Period {
  return periodOfDates(dayAt(from, zone), dayAt(Math.max(from, last), zone), zone);
}

/** As `periodOfDays`, for dates of the calendar. The later one is the last day. */
export function periodOfDates(one: Day, other: Day, zone: string): Period {
  const [first, last] = utc(one) <= utc(other) ? [one, other] : [other, one];
  return { from: startOf(first, zone), until: startOf(later('day', last, 1), zone) };
}

/** Returns the period of the same number of days that ends where another begins. */
export function periodBefore({ from, until }: Period, zone: string): Period {
  const days = Math.round((until - from) / DAY_MS);
  return { from: startOf(later('day', dayAt(from, zone), -Math.max(1, days)), zone), until: from };
}

function firstDay(kind: PeriodKind, day: Day): Day {
  if (kind === 'month') return { ...day, day: 1 };
  if (kind === 'day') return day;
  // Sunday is 0, and the week begins on Monday.
  const weekday = (new Date(utc(day)).getUTCDay() + 6) % 7;
  return later('day', day, -weekday);
}

function later(kind: PeriodKind, { year, month, day }: Day, steps: number): Day {
  const days = kind === 'week' ? 7 * steps : kind === 'day' ? steps : 0;
  const moved = new Date(Date.UTC(year, month - 1 + (kind === 'month' ? steps : 0), day + days));
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

const utc = ({ year, month, day }: Day): number => Date.UTC(year, month - 1, day);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the time of the clocks in a zone at a moment, as if it were UTC. */
function clockAt(at: number, zone: string): number {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** Returns the date on the calendars of a zone at a moment. */
export function dayAt(at: number, zone: string): Day {
  const clock = new Date(clockAt(at, zone));
  return { year: clock.getUTCFullYear(), month: clock.getUTCMonth() + 1, day: clock.getUTCDate() };
}

/** Returns the first moment of a day in a zone. It is not midnight where clocks skip that hour. */
function startOf(day: Day, zone: string): number {
  const wanted = utc(day);
  const candidates = [wanted - DAY_MS, wanted, wanted + DAY_MS]
    .map((near) => wanted - (clockAt(near, zone) - near))
    .sort((a, b) => a - b);
  const exact = candidates.find((at) => clockAt(at, zone) === wanted);
  if (exact !== undefined) return exact;
  // Midnight does not exist: the day begins where the clocks jump. The earlier offset gives a moment after the jump.
  const after = candidates.find((at) => clockAt(at, zone) > wanted) ?? wanted;
  let [low, high] = [after - DAY_MS / 8, after];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (clockAt(middle, zone) >= wanted) high = middle;
    else low = middle;
  }
  return high;
}
