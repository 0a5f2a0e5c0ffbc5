import { createState } from '#shared/game/fold.ts';
import type { PastSums } from '#shared/overlay/allTime.ts';
import type { AnchorFacts } from '#shared/overlay/buildAnchors.ts';
import type { PeriodClock } from '#shared/overlay/periods.ts';
import type { RoundSums } from '#shared/overlay/roundTallies.ts';
import { OverlayView, type OverlayViewOptions } from '#shared/overlay/view.ts';
import type { Journal } from '../journal/journal.ts';
import { fromRecord } from '../journal/rowChanges.ts';
import type { Show } from '../show/show.ts';

/** The show that is sent to overlays. */
export interface ShowSource {
  view: OverlayView;
  /** The number of the last input in the state; null while the state is ahead of the disk. */
  seq(): number | null;
}

/** How many of the newest rows are searched for gifts of at least a given price: about an hour of a show. */
const ROWS_BACK = 50_000;

/** Creates the source of the open show. Call it only while its state equals the state on disk. */
export function sourceOfShow(
  show: Show,
  past: PastSums,
  facts: Pick<OverlayViewOptions, 'clock' | 'anchors' | 'giftPictures' | 'thanks' | 'fillsOf'>,
): ShowSource {
  const { journal, queries } = show;
  const view = new OverlayView({
    state: () => show.state,
    rows: {
      find: (ids) => queries.byIds(ids),
      sums: (round) => sumsOfRound(journal, round),
      since: (from) => rowsSince(journal, from),
      newest: (fromDiamonds, limit) => newestRows(journal, 'unit_diamonds', fromDiamonds, limit),
      newestOfValue: (fromDiamonds, limit) => newestRows(journal, 'diamonds', fromDiamonds, limit),
    },
    past,
    ...facts,
  });
  return { view, seq: () => (show.committedSeq >= show.state.seq ? show.committedSeq : null) };
}

/** Creates an empty source for the time without an open show. */
export function sourceOfNothing(past: PastSums, anchors: AnchorFacts, clock: PeriodClock): ShowSource {
  const state = createState();
  const view = new OverlayView({
    state: () => state,
    rows: {
      find: () => [],
      sums: () => ({ viewers: new Map(), gifts: new Map() }),
      newest: () => [],
      since: () => [],
      newestOfValue: () => [],
    },
    past,
    clock,
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

/** The largest number of combos that a time bonus is computed from: many hours of a busy show. */
const MOST_BONUS_ROWS = 100_000;

function rowsSince(journal: Journal, from: number) {
  return journal.db
    .prepare('SELECT * FROM rows WHERE at >= ? ORDER BY row_id LIMIT ?')
    .all(from, MOST_BONUS_ROWS)
    .map(fromRecord);
}

/** Reads the newest rows with at least a given number of diamonds, of one gift or of the row, oldest first. */
function newestRows(
  journal: Journal,
  column: 'unit_diamonds' | 'diamonds',
  fromDiamonds: number,
  limit: number,
) {
  return journal.db
    .prepare(
      `SELECT * FROM rows WHERE row_id > (SELECT coalesce(max(row_id), 0) FROM rows) - ? AND ${column} >= ?
       ORDER BY row_id DESC LIMIT ?`,
    )
    .all(ROWS_BACK, fromDiamonds, limit)
    .map(fromRecord)
    .reverse();
}
