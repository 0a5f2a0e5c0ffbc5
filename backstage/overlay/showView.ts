import type { OverlayThanks } from '#shared/contract/overlay/state.ts';
import { createState } from '#shared/game/fold.ts';
import type { PastSums } from '#shared/overlay/allTime.ts';
import type { AnchorFacts } from '#shared/overlay/buildAnchors.ts';
import type { RoundSums } from '#shared/overlay/roundTallies.ts';
import { OverlayView } from '#shared/overlay/view.ts';
import type { Journal } from '../journal/journal.ts';
import { fromRecord } from '../journal/rowChanges.ts';
import type { Show } from '../show/show.ts';
import type { ShowSource } from './audience.ts';

/** How many of the newest rows are searched for gifts of at least a given price: about an hour of a show. */
const ROWS_BACK = 50_000;

/** Creates the source of the open show. Call it only while its state equals the state on disk. */
export function viewOfShow(
  show: Show,
  past: PastSums,
  anchors: AnchorFacts,
  thanks: () => OverlayThanks,
): ShowSource {
  const { journal, queries } = show;
  const view = new OverlayView({
    state: () => show.state,
    rows: {
      find: (ids) => queries.byIds(ids),
      sums: (round) => sumsOfRound(journal, round),
      newest: (fromDiamonds, limit) => newestRows(journal, fromDiamonds, limit),
    },
    past,
    anchors,
    thanks,
  });
  return { view, seq: () => (show.committedSeq >= show.state.seq ? show.committedSeq : null) };
}

/** Creates an empty source for the time without an open show. */
export function viewOfNothing(past: PastSums, anchors: AnchorFacts): ShowSource {
  const state = createState();
  const view = new OverlayView({
    state: () => state,
    rows: { find: () => [], sums: () => ({ viewers: new Map(), gifts: new Map() }), newest: () => [] },
    past,
    anchors,
  });
  return { view, seq: () => 0 };
}

const sums = `sum(count) AS count, sum(diamonds) AS diamonds,
  sum(CASE WHEN target = 'uncounted' THEN 0 ELSE votes_tenths END) AS votes`;
const ofRound = "FROM rows WHERE round = ? AND late <> 'listed'";

function sumsOfRound(journal: Journal, round: number): RoundSums {
  const read = (column: string) =>
    journal.db
      .prepare(`SELECT ${column} AS key, ${sums} ${ofRound} GROUP BY ${column}`)
      .all(round)
      .map(({ key, count, diamonds, votes }) => ({
        key,
        sum: { count: Number(count), diamonds: Number(diamonds), votesTenths: Number(votes) },
      }));
  return {
    viewers: new Map(read('viewer_id').map(({ key, sum }) => [String(key), sum])),
    gifts: new Map(read('gift_id').map(({ key, sum }) => [Number(key), sum])),
  };
}

/** Reads the newest rows of at least a given price, oldest first. */
function newestRows(journal: Journal, fromDiamonds: number, limit: number) {
  return journal.db
    .prepare(
      `SELECT * FROM rows WHERE row_id > (SELECT coalesce(max(row_id), 0) FROM rows) - ? AND unit_diamonds >= ?
       ORDER BY row_id DESC LIMIT ?`,
    )
    .all(ROWS_BACK, fromDiamonds, limit)
    .map(fromRecord)
    .reverse();
}
