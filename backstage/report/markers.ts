import { z } from 'zod';
import { MOST_MARKERS, type ReplayMarker } from '#shared/contract/calls/report.ts';
import { targetSchema } from '#shared/contract/ledger.ts';
import { roundReports } from '#shared/game/report.ts';
import { auditEntries } from './audit.ts';
import type { ReportSource } from './source.ts';

/** The number of gifts that count as big: the most expensive ones of the show. */
const BIG_GIFTS = 12;

const nothing = {
  rowId: null,
  viewer: '',
  giftId: 0,
  giftName: '',
  count: 0,
  target: null,
  round: 0,
  number: 0,
} as const;

/** Lists the moments of a show that are worth seeing again, oldest first. */
export function replayMarkers(source: ReportSource): ReplayMarker[] {
  const { state } = source;
  const gaps = state.gaps
    .slice(-MOST_MARKERS)
    .map(({ from }): ReplayMarker => ({ ...nothing, kind: 'gap', at: from }));
  const settlements = roundReports(state)
    .filter(({ settlement }) => settlement !== null)
    .slice(-MOST_MARKERS)
    .map(
      ({ id, number, endedAt }): ReplayMarker => ({
        ...nothing,
        kind: 'settlement',
        at: endedAt,
        round: id,
        number,
      }),
    );
  const all = [...corrections(source), ...lateGifts(source), ...bigGifts(source), ...gaps, ...settlements];
  return all.sort((one, other) => one.at - other.at);
}

function corrections(source: ReportSource): ReplayMarker[] {
  const markers: ReplayMarker[] = [];
  for (const { rowId, at, viewer, count, target } of auditEntries(source)) {
    if (rowId === null) continue;
    markers.push({ ...nothing, kind: 'correction', at, rowId, viewer, count, target });
    if (markers.length === MOST_MARKERS) break;
  }
  return markers;
}

const recordSchema = z.object({
  row_id: z.number(),
  at: z.number(),
  viewer_name: z.string(),
  gift_id: z.number(),
  gift_name: z.string(),
  count: z.number(),
  target: targetSchema,
  round: z.number(),
});

const columns = 'row_id, at, viewer_name, gift_id, gift_name, count, target, round';

function lateGifts(source: ReportSource): ReplayMarker[] {
  const where = "late <> 'no' ORDER BY row_id DESC";
  return giftMarkers(source, 'late', where, MOST_MARKERS);
}

function bigGifts(source: ReportSource): ReplayMarker[] {
  return giftMarkers(source, 'bigGift', 'diamonds > 0 ORDER BY diamonds DESC, row_id', BIG_GIFTS);
}

function giftMarkers(
  { journal }: ReportSource,
  kind: 'late' | 'bigGift',
  where: string,
  most: number,
): ReplayMarker[] {
  const rows = journal.db.prepare(`SELECT ${columns} FROM rows WHERE ${where} LIMIT ?`).all(most);
  return rows.map((found) => {
    const record = recordSchema.parse(found);
    return {
      ...nothing,
      kind,
      at: record.at,
      rowId: record.row_id,
      viewer: record.viewer_name,
      giftId: record.gift_id,
      giftName: record.gift_name,
      count: record.count,
      target: record.target,
      round: record.round,
    };
  });
}
