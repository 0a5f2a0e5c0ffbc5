import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../database/open.ts';

/** The most that public figures accept from one show, because devices could report made-up shows. */
const CAPS = {
  incomePerHour: 10_000_000,
  giftsPerHour: 1_000_000,
  hours: 24,
  fans: 300_000_000,
  roomsOfAccount: 5,
};

/** SQL: the counted shows of one account, and each room's fans at its latest show. */
const ownShows = (userId: number) => sql`
    with counted as (select * from show_figures where counted and user_id = ${userId}),
      latest as (select distinct on (room) fans from counted where fans is not null
        order by room, ended_at desc)`;

/**
 * SQL: the plausible shows of all accounts. An account has one show at a time, each show is capped by CAPS, and only
 * the newest rooms of an account contribute fans.
 */
const plausibleShows = sql`
    with ordered as (select *,
        max(ended_at) over (partition by user_id order by started_at, id
          rows between unbounded preceding and 1 preceding) as ended_before
        from show_figures where counted),
      counted as (select user_id, room, ended_at, hours, fans,
          least(income, hours * ${CAPS.incomePerHour}) as income,
          least(gifts, hours * ${CAPS.giftsPerHour}) as gifts
        from (select *, least(${CAPS.hours}, ceil(extract(epoch from ended_at - started_at) / 3600) + 1) as hours
          from ordered where ended_before is null or ended_before <= started_at) as one_at_a_time),
      newest as (select distinct on (user_id, room) user_id, room, fans, ended_at from counted
        where fans is not null order by user_id, room, ended_at desc),
      ranked as (select *, row_number() over (partition by user_id order by ended_at desc) as rank from newest),
      latest as (select distinct on (room) least(fans, ${CAPS.fans}) as fans from ranked
        where rank <= ${CAPS.roomsOfAccount} order by room, ended_at desc)`;

/** SQL: totals of the selected shows. Fans are counted at each room's latest show. */
const totals = sql`(select count(*) from counted)::float8 as broadcasts,
      coalesce((select sum(income) from counted), 0)::float8 as income,
      coalesce((select sum(gifts) from counted), 0)::float8 as gifts,
      coalesce((select sum(fans) from latest), 0)::float8 as fans`;

const figure = z.number().transform((value) => Math.min(Math.round(value), Number.MAX_SAFE_INTEGER));
const totalsSchema = z.object({ broadcasts: figure, income: figure, fans: figure, gifts: figure });

const recentSchema = z.array(
  z.tuple([z.number(), z.number(), z.number()]).transform(([at, income, gifts]) => ({
    startedAt: new Date(at),
    income,
    gifts,
  })),
);

/** Returns the totals of all accounts, for the public pages. */
export async function publicStatistics(db: Db) {
  const { rows } = await db.execute(sql`${plausibleShows} select ${totals}`);
  return totalsSchema.parse(rows[0]);
}

const DAY_MS = 86_400_000;

/** Returns the totals of an account, and its last days in a time zone, the oldest first. */
export async function ownStatistics(
  db: Db,
  userId: number,
  { days, now, timeZone }: { days: number; now: Date; timeZone: string },
) {
  const dayOf = dayIn(timeZone);
  const names = lastDays(dayOf(now), days);
  const byDay = new Map(names.map((day) => [day, { day, broadcasts: 0, income: 0, gifts: 0 }]));
  const since = new Date(now.getTime() - (days + 1) * DAY_MS);
  const { rows } = await db.execute(sql`${ownShows(userId)}
    select ${totals}, (select coalesce(json_agg(json_build_array(
        (extract(epoch from started_at) * 1000)::float8, income, gifts)), '[]')
      from counted where started_at >= ${since.toISOString()}::timestamptz) as recent`);
  const { recent: shows, ...all } = totalsSchema.extend({ recent: recentSchema }).parse(rows[0]);
  for (const show of shows) {
    const day = byDay.get(dayOf(show.startedAt));
    if (day === undefined) continue;
    day.broadcasts += 1;
    day.income += show.income;
    day.gifts += show.gifts;
  }
  return { ...all, days: [...byDay.values()] };
}

/** Caches date formats: creating one is slower than the rest of a call. */
const calendars = new Map<string, Intl.DateTimeFormat>();
const MAX_CALENDARS = 1000;

/** Returns a function that formats the day of a time in a time zone, as 2026-11-21. */
export function dayIn(timeZone: string): (at: Date) => string {
  const known = calendars.get(timeZone);
  // The Swedish date format is YYYY-MM-DD.
  const format = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  // Bounds the cache. There are fewer time zones than MAX_CALENDARS.
  if (known === undefined && calendars.size < MAX_CALENDARS) calendars.set(timeZone, format);
  return (at) => format.format(at);
}

/** Returns the last days by the calendar, because some days have 23 or 25 hours. */
function lastDays(today: string, count: number): string[] {
  const last = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(last - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
