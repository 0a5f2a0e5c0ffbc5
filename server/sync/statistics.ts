import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../database/open.ts';

/** What public figures believe of one show. Devices report their own shows, so anybody can make figures up. */
const MOST = {
  incomePerHour: 10_000_000,
  giftsPerHour: 1_000_000,
  hours: 24,
  fans: 300_000_000,
  roomsOfAccount: 5,
};

/** The shows of one account, and of each room the fans at its latest show. */
const ownShows = (userId: number) => sql`
    with counted as (select * from show_figures where counted and user_id = ${userId}),
      latest as (select distinct on (room) fans from counted where fans is not null
        order by room, ended_at desc)`;

/**
 * The shows of everybody as far as they are plausible: one at a time of each account, each with no more than MOST
 * allows, and the fans of the newest rooms of each account.
 */
const believedShows = sql`
    with ordered as (select *,
        max(ended_at) over (partition by user_id order by started_at, id
          rows between unbounded preceding and 1 preceding) as ended_before
        from show_figures where counted),
      counted as (select user_id, room, ended_at, hours, fans,
          least(income, hours * ${MOST.incomePerHour}) as income,
          least(gifts, hours * ${MOST.giftsPerHour}) as gifts
        from (select *, least(${MOST.hours}, ceil(extract(epoch from ended_at - started_at) / 3600) + 1) as hours
          from ordered where ended_before is null or ended_before <= started_at) as one_at_a_time),
      newest as (select distinct on (user_id, room) user_id, room, fans, ended_at from counted
        where fans is not null order by user_id, room, ended_at desc),
      ranked as (select *, row_number() over (partition by user_id order by ended_at desc) as rank from newest),
      latest as (select distinct on (room) least(fans, ${MOST.fans}) as fans from ranked
        where rank <= ${MOST.roomsOfAccount} order by room, ended_at desc)`;

/** Their totals; fans are each room's at its latest show. */
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

/** Totals of everybody, for the public pages. */
export async function publicStatistics(db: Db) {
  const { rows } = await db.execute(sql`${believedShows} select ${totals}`);
  return totalsSchema.parse(rows[0]);
}

const DAY_MS = 86_400_000;

/** Totals of an account, and its last days as the calendar of a time zone has them, the oldest first. */
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

/** Making one takes longer than all else that an answer needs. */
const calendars = new Map<string, Intl.DateTimeFormat>();
const MAX_CALENDARS = 1000;

/** Names a moment's day, as 2026-11-21, in a time zone. */
export function dayIn(timeZone: string): (at: Date) => string {
  const known = calendars.get(timeZone);
  // The Swedish form of a date is the one that sorts.
  const format = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  // There are fewer names of zones than this.
  if (known === undefined && calendars.size < MAX_CALENDARS) calendars.set(timeZone, format);
  return (at) => format.format(at);
}

/** Counted on the calendar, where every day has a name, and not in hours, of which some days have 23 or 25. */
function lastDays(today: string, count: number): string[] {
  const last = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(last - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
