import { z } from 'zod';
import { type Target, targetSchema } from '#shared/contract/ledger.ts';
import type { ReportFilter, ReportViewer, ViewerSort } from '#shared/contract/report.ts';
import type { Viewer } from '#shared/contract/snapshot.ts';
import { effectiveBinding, restingBinding } from '#shared/game/selectors.ts';
import type { GameState, KnownViewer } from '#shared/game/state.ts';
import { giverCount, isWhole, type ReportSource, rowCondition } from './source.ts';

interface ViewerPage {
  viewers: ReportViewer[];
  total: number;
}

const orders: Readonly<Record<ViewerSort, (viewer: Giver) => number>> = {
  votes: (viewer) => viewer.votesTenths,
  diamonds: (viewer) => viewer.diamonds,
  count: (viewer) => viewer.count,
};

/** Lists givers, highest first. Sorts equal ones by id, so that pages do not overlap. */
export function viewerPage(
  source: ReportSource,
  filter: ReportFilter,
  sort: ViewerSort,
  offset: number,
  limit: number,
): ViewerPage {
  const { viewers, total } = isWhole(filter)
    ? pageOfState(source, sort, offset, limit)
    : pageOfRows(source, filter, sort, offset, limit);
  const given = votesByTarget(source, filter, viewers);
  return {
    viewers: viewers.map((viewer) => ({ ...viewer, given: given.get(viewer.viewerId) ?? [] })),
    total,
  };
}

type Giver = Omit<ReportViewer, 'given'>;

function pageOfState(
  source: ReportSource,
  sort: ViewerSort,
  offset: number,
  limit: number,
): { viewers: Giver[]; total: number } {
  const worth = orders[sort];
  const viewers = [...source.state.viewers.values()]
    .filter(({ count }) => count > 0)
    .map((viewer) => described(source, viewer))
    .sort((a, b) => worth(b) - worth(a) || (a.viewerId < b.viewerId ? -1 : 1));
  return { viewers: viewers.slice(offset, offset + limit), total: viewers.length };
}

const recordSchema = z.object({
  viewer_id: z.string(),
  viewer_name: z.string(),
  viewer_username: z.string(),
  count: z.number(),
  diamonds: z.number(),
  votes: z.number(),
});

function pageOfRows(
  { journal, state }: ReportSource,
  filter: ReportFilter,
  sort: ViewerSort,
  offset: number,
  limit: number,
): { viewers: Giver[]; total: number } {
  const { where, values } = rowCondition(filter);
  const viewers = journal.db
    .prepare(
      `SELECT viewer_id, viewer_name, viewer_username, max(row_id) AS newest,
         sum(count) AS count, sum(diamonds) AS diamonds,
         sum(CASE WHEN target = 'uncounted' THEN 0 ELSE votes_tenths END) AS votes
       FROM rows ${where} GROUP BY viewer_id ORDER BY ${sort} DESC, viewer_id LIMIT ? OFFSET ?`,
    )
    .all(...values, limit, offset)
    .map((found): Giver => {
      const record = recordSchema.parse(found);
      const known = state.viewers.get(record.viewer_id);
      return {
        viewerId: record.viewer_id,
        name: known?.name ?? record.viewer_name,
        username: known?.username ?? record.viewer_username,
        count: record.count,
        diamonds: record.diamonds,
        votesTenths: record.votes,
        ...(known === undefined ? unbound : bindingOf(state, known)),
      };
    });
  return { viewers, total: giverCount(journal, filter) };
}

const givenSchema = z.object({ viewer_id: z.string(), target: targetSchema, votes: z.number() });

/** Sums the votes of the given viewers by target. */
function votesByTarget(
  { journal }: ReportSource,
  filter: ReportFilter,
  viewers: readonly Giver[],
): Map<string, { target: Target; votesTenths: number }[]> {
  const { where, values } = rowCondition(filter);
  const among = `${where === '' ? 'WHERE' : `${where} AND`} viewer_id IN (SELECT value FROM json_each(?))`;
  const ids = JSON.stringify(viewers.map(({ viewerId }) => viewerId));
  const sums = journal.db.prepare(
    `SELECT viewer_id, target, sum(votes_tenths) AS votes FROM rows ${among} GROUP BY viewer_id, target`,
  );
  const given = new Map<string, { target: Target; votesTenths: number }[]>();
  for (const record of sums.iterate(...values, ids)) {
    const { viewer_id: viewerId, target, votes } = givenSchema.parse(record);
    const list = given.get(viewerId) ?? [];
    list.push({ target, votesTenths: votes });
    given.set(viewerId, list);
  }
  return given;
}

function described({ state }: ReportSource, viewer: KnownViewer): Giver {
  const { id, name, username, count, diamonds, votesTenths } = viewer;
  return { viewerId: id, name, username, count, diamonds, votesTenths, ...bindingOf(state, viewer) };
}

type Bound = Pick<Giver, 'boundTo' | 'boundBefore'>;

const unbound: Bound = { boundTo: null, boundBefore: null };

function bindingOf(state: GameState, viewer: Viewer): Bound {
  return {
    boundTo: effectiveBinding(state, viewer)?.anchorId ?? null,
    boundBefore: restingBinding(state, viewer),
  };
}
