import { z } from 'zod';
import { RingsideError } from '#shared/contract/error.ts';
import { type LedgerRow, type Target, targetSchema } from '#shared/contract/ledger.ts';
import type { ReportFilter, ReportGift, ReportOverview } from '#shared/contract/report.ts';
import type { Tally } from '#shared/contract/snapshot.ts';
import type { GameState } from '#shared/game/fold.ts';
import { anchorTarget } from '#shared/game/table.ts';
import { countedTally } from '#shared/game/tally.ts';
import type { Core } from '../core.ts';
import type { Journal } from '../journal/journal.ts';
import { fromRecord } from '../journal/rowChanges.ts';

/** A show for reports. Its journal contains everything that is in the state. */
export interface ReportSource {
  showId: string;
  journal: Journal;
  state: GameState;
}

/**
 * Calls `read` with the source of a report: a past show, or the open show when everything that is queued is stored.
 * Another call may close a past show, so do not keep the source.
 *
 * @throws RingsideError `session.noShow`, `storage.corrupt`, `storage.unreachable`.
 */
export async function readSource<T>(
  { shows, archive }: Pick<Core, 'shows' | 'archive'>,
  showId: string | undefined,
  read: (source: ReportSource) => T,
): Promise<T> {
  const show = shows.current;
  if (showId === undefined || showId === show?.id) {
    if (show === null) throw new RingsideError('session.noShow');
    return await show.read(() =>
      read({ showId: show.id, journal: show.journal, state: show.committedState() }),
    );
  }
  await archive.bring(showId);
  const { journal, state } = archive.open(showId);
  return read({ showId, journal, state });
}

/*
 * Sums over ledger rows, for parts of a show whose sums are not in the state. Over all rows they equal the state's
 * sums.
 */

const sums = 'sum(count) AS count, sum(diamonds) AS diamonds, sum(votes_tenths) AS votes';
const counted = "sum(CASE WHEN target = 'uncounted' THEN 0 ELSE votes_tenths END) AS votes";
const tallyRecord = z.object({ count: z.number(), diamonds: z.number(), votes: z.number() });

/** Sums the rows of a report by target; targets without rows are missing. */
export function targetSums(journal: Journal, filter: ReportFilter): Map<Target, Tally> {
  const { where, values } = rowCondition(filter);
  const schema = tallyRecord.extend({ target: targetSchema });
  const found = journal.db
    .prepare(`SELECT target, ${sums} FROM rows ${where} GROUP BY target`)
    .all(...values);
  return new Map(
    found.map((record) => {
      const { target, count, diamonds, votes } = schema.parse(record);
      return [target, { count, diamonds, votesTenths: votes }];
    }),
  );
}

/** Computes the totals of a part of the show from its sums by target. */
export function overviewOf(targets: ReadonlyMap<Target, Tally>, givers: number): ReportOverview {
  const { count, diamonds, votesTenths } = targets.get('unallocated') ?? zero;
  const uncounted = targets.get('uncounted') ?? zero;
  return {
    counted: countedTally(targets),
    unallocated: { count, diamonds, votesTenths },
    uncounted: {
      count: uncounted.count,
      diamonds: uncounted.diamonds,
      votesTenths: uncounted.votesTenths,
    },
    givers,
  };
}

/** Counts the viewers with at least one row in the report. */
export function giverCount(journal: Journal, filter: ReportFilter): number {
  const { where, values } = rowCondition(filter);
  const query = journal.db.prepare(`SELECT count(DISTINCT viewer_id) AS givers FROM rows ${where}`);
  return Number(query.get(...values)?.givers ?? 0);
}

/** Lists gifts by votes, then by diamonds. A gift has the name of its newest row. */
export function giftSums(journal: Journal, filter: ReportFilter): ReportGift[] {
  const { where, values } = rowCondition(filter);
  const schema = tallyRecord.extend({
    gift_id: z.number(),
    gift_name: z.string(),
    unit_diamonds: z.number(),
  });
  return journal.db
    .prepare(
      `SELECT gift_id, gift_name, unit_diamonds, max(row_id) AS newest,
         sum(count) AS count, sum(diamonds) AS diamonds, ${counted}
       FROM rows ${where} GROUP BY gift_id ORDER BY votes DESC, diamonds DESC, gift_id`,
    )
    .all(...values)
    .map((record) => {
      const {
        gift_id: giftId,
        gift_name: giftName,
        unit_diamonds: unitDiamonds,
        ...rest
      } = schema.parse(record);
      return {
        giftId,
        giftName,
        unitDiamonds,
        count: rest.count,
        diamonds: rest.diamonds,
        votesTenths: rest.votes,
      };
    });
}

/** Reads ledger rows of a report, newest first. */
export function rowPage(
  { journal }: ReportSource,
  filter: ReportFilter,
  before: number | undefined,
  limit: number,
): { rows: LedgerRow[]; next: number | null; total: number } {
  const { where, values } = rowCondition(filter);
  const total = journal.db.prepare(`SELECT count(*) AS total FROM rows ${where}`).get(...values)?.total;
  const older = `${where === '' ? 'WHERE' : `${where} AND`} row_id < ?`;
  const rows = journal.db
    .prepare(`SELECT * FROM rows ${older} ORDER BY row_id DESC LIMIT ?`)
    .all(...values, before ?? Number.MAX_SAFE_INTEGER, limit + 1)
    .map(fromRecord);
  const hasMore = rows.length > limit;
  if (hasMore) rows.pop();
  return { rows, next: hasMore ? (rows.at(-1)?.rowId ?? null) : null, total: Number(total ?? 0) };
}

const zero: Tally = { count: 0, diamonds: 0, votesTenths: 0 };

interface RowCondition {
  /** A complete `WHERE` clause, or ''. */
  where: string;
  values: (number | string)[];
}

/** Whether the report covers the whole show, so that its sums can be read from the state. */
export function isWhole(filter: ReportFilter): boolean {
  return isWholeTime(filter) && filter.anchors === undefined && filter.viewer === undefined;
}

/** Whether the report covers all rounds and all of the time. */
export function isWholeTime({ round, from, until }: ReportFilter): boolean {
  return round === undefined && from === undefined && until === undefined;
}

/** Selects the ledger rows of a report. A late row that is only listed counts in no round. */
export function rowCondition({ round, from, until, anchors, viewer }: ReportFilter): RowCondition {
  const parts: string[] = [];
  const values: (number | string)[] = [];
  if (round !== undefined) {
    parts.push("round = ? AND late <> 'listed'");
    values.push(round);
  }
  if (from !== undefined) {
    parts.push('at >= ?');
    values.push(from);
  }
  if (until !== undefined) {
    parts.push('at < ?');
    values.push(until);
  }
  if (anchors !== undefined) {
    parts.push('target IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(anchors.map(anchorTarget)));
  }
  if (viewer !== undefined) {
    parts.push('viewer_id = ?');
    values.push(viewer);
  }
  return { where: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`, values };
}

/** Selects those of the ledger rows of a report that count: all except `uncounted`. */
export function countedRowCondition(filter: ReportFilter): RowCondition {
  const { where, values } = rowCondition(filter);
  return { where: `${where === '' ? 'WHERE' : `${where} AND`} target <> 'uncounted'`, values };
}
