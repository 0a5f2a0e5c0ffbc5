import { z } from 'zod';
import type { ReportFilter, ReportViewer, ViewerSort } from '#shared/contract/report.ts';
import type { Viewer } from '#shared/contract/snapshot.ts';
import { effectiveBinding, restingBinding } from '#shared/game/selectors.ts';
import type { GameState, KnownViewer } from '#shared/game/state.ts';
import { isWhole, rowCondition } from './rowFilter.ts';
import { giverCount } from './rowSums.ts';
import type { ReportSource } from './source.ts';

export interface ViewerPage {
  viewers: ReportViewer[];
  total: number;
}

const orders: Readonly<Record<ViewerSort, (viewer: ReportViewer) => number>> = {
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
  if (!isWhole(filter)) return pageOfRows(source, filter, sort, offset, limit);
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
): ViewerPage {
  const { where, values } = rowCondition(filter);
  const viewers = journal.db
    .prepare(
      `SELECT viewer_id, viewer_name, viewer_username, max(row_id) AS newest,
         sum(count) AS count, sum(diamonds) AS diamonds,
         sum(CASE WHEN target = 'uncounted' THEN 0 ELSE votes_tenths END) AS votes
       FROM rows ${where} GROUP BY viewer_id ORDER BY ${sort} DESC, viewer_id LIMIT ? OFFSET ?`,
    )
    .all(...values, limit, offset)
    .map((found): ReportViewer => {
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

function described({ state }: ReportSource, viewer: KnownViewer): ReportViewer {
  const { id, name, username, count, diamonds, votesTenths } = viewer;
  return { viewerId: id, name, username, count, diamonds, votesTenths, ...bindingOf(state, viewer) };
}

type Bound = Pick<ReportViewer, 'boundTo' | 'boundBefore'>;

const unbound: Bound = { boundTo: null, boundBefore: null };

function bindingOf(state: GameState, viewer: Viewer): Bound {
  return {
    boundTo: effectiveBinding(state, viewer)?.anchorId ?? null,
    boundBefore: restingBinding(state, viewer),
  };
}
