import type { DatabaseSync } from 'node:sqlite';
import type { Period } from '#shared/contract/season.ts';
import type { Tally } from '#shared/contract/snapshot.ts';
import type { NamedSum, PastSums, PeriodSums } from '#shared/overlay/allTime.ts';
import { PeriodViewers } from './periodViewers.ts';
import type { ShowSums } from './showSums.ts';
import { openSums, sumOf } from './sumsFile.ts';

/** Maximum number of periods whose viewers are added up at a time; a page shows one or two. */
const MOST_PERIODS = 64;
const zero = { count: 0, diamonds: 0, votesTenths: 0 };

/**
 * Stores the sums of all past shows in a database, a cache that can be computed again from the shows. It lists the
 * shows that are included, so that no show counts twice.
 */
export class PastShows implements PastSums {
  readonly #db: DatabaseSync;
  readonly #findViewer;
  readonly #findAnchor;
  #totals: PastSums['totals'] | null = null;
  /** Caches votes by id and account: overlays read them at every change of the show. */
  readonly #anchors = new Map<string, number>();
  /** Caches the sums of periods, for the same reason. */
  readonly #periods = new Map<string, Tally>();
  readonly #within = new Map<string, PeriodViewers>();
  readonly #onWaiting: () => void;

  /**
   * Opens the database. Deletes a broken file and begins with an empty one. Calls `onWaiting` when a period needs its
   * viewers added up: `addUpNext` then adds the next show.
   */
  constructor(dataDir: string, onWaiting: () => void = () => {}) {
    this.#onWaiting = onWaiting;
    this.#db = openSums(dataDir);
    this.#findViewer = this.#db.prepare("SELECT * FROM sums WHERE kind = 'viewer' AND key = ?");
    this.#findAnchor = this.#db.prepare(
      `SELECT sum(votes) AS votes FROM sums WHERE kind = 'anchor' AND (key = ?1 OR (?2 <> '' AND name = ?2))`,
    );
  }

  /** The ids of the shows that the sums include. */
  get shows(): Set<string> {
    return new Set(
      this.#db
        .prepare('SELECT show_id FROM shows')
        .all()
        .map((record) => String(record.show_id)),
    );
  }

  add(showId: string, sums: ShowSums): void {
    if (this.shows.has(showId)) return;
    const { startedAt, totals, anchors, viewers, gifts } = sums;
    this.#change(sums, 1, () => {
      this.#db
        .prepare(
          'INSERT INTO shows (show_id, began, count, diamonds, votes, anchors) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(showId, startedAt, totals.count, totals.diamonds, totals.votesTenths, JSON.stringify(anchors));
      const putGift = this.#db.prepare(
        'INSERT INTO show_gifts (show_id, gift_id, count, diamonds, votes) VALUES (?, ?, ?, ?, ?)',
      );
      for (const { key, count, diamonds, votesTenths } of gifts) {
        putGift.run(showId, Number(key), count, diamonds, votesTenths);
      }
      const putViewer = this.#db.prepare(
        'INSERT INTO show_viewers (show_id, viewer_id, count, diamonds, votes) VALUES (?, ?, ?, ?, ?)',
      );
      for (const { key, count, diamonds, votesTenths } of viewers) {
        putViewer.run(showId, key, count, diamonds, votesTenths);
      }
      for (const period of this.#within.values()) period.showAdded(showId, startedAt);
    });
  }

  /** Subtracts a show. `sums` must be those with which it was added. */
  remove(showId: string, sums: ShowSums): void {
    if (!this.shows.has(showId)) return;
    this.#change(sums, -1, () => {
      for (const period of this.#within.values()) period.showRemoved(showId);
      for (const table of ['shows', 'show_gifts', 'show_viewers']) {
        this.#db.prepare(`DELETE FROM ${table} WHERE show_id = ?`).run(showId);
      }
    });
  }

  clear(): void {
    this.#transaction(() => {
      this.#db.exec('DELETE FROM sums; DELETE FROM shows; DELETE FROM show_gifts; DELETE FROM show_viewers');
      for (const period of this.#within.values()) period.clear();
    });
  }

  get totals(): PastSums['totals'] {
    if (this.#totals !== null) return this.#totals;
    const record = this.#db.prepare("SELECT * FROM sums WHERE kind = 'total'").get();
    const { count, diamonds, votesTenths } = record === undefined ? zero : sumOf(record);
    const givers = this.#db
      .prepare("SELECT count(*) AS givers FROM sums WHERE kind = 'viewer'")
      .get()?.givers;
    this.#totals = { count, diamonds, votesTenths, givers: Number(givers ?? 0) };
    return this.#totals;
  }

  anchorTenths({ id, username }: { id: string; username: string }): number {
    const account = username.toLowerCase();
    const key = `${id}\n${account}`;
    const known = this.#anchors.get(key);
    if (known !== undefined) return known;
    const votes = Number(this.#findAnchor.get(id, account)?.votes ?? 0);
    this.#anchors.set(key, votes);
    return votes;
  }

  viewer(id: string): NamedSum | null {
    const record = this.#findViewer.get(id);
    return record === undefined ? null : sumOf(record);
  }

  topViewers(limit: number): (NamedSum & { id: string })[] {
    return this.#db
      .prepare("SELECT * FROM sums WHERE kind = 'viewer' AND votes > 0 ORDER BY votes DESC, key LIMIT ?")
      .all(limit)
      .map((record) => ({ id: String(record.key), ...sumOf(record) }));
  }

  gifts(): Map<number, NamedSum & { unitDiamonds: number }> {
    const records = this.#db.prepare("SELECT * FROM sums WHERE kind = 'gift'").all();
    return new Map(
      records.map((record) => [Number(record.key), { ...sumOf(record), unitDiamonds: Number(record.unit) }]),
    );
  }

  between({ from, until }: Period, giftIds: readonly number[] | null): Tally {
    const key = `${from} ${until} ${giftIds?.join() ?? ''}`;
    const known = this.#periods.get(key);
    if (known !== undefined) return known;
    const sums = 'sum(count) AS count, sum(diamonds) AS diamonds, sum(votes) AS votes';
    const record =
      giftIds === null
        ? this.#db.prepare(`SELECT ${sums} FROM shows WHERE began >= ? AND began < ?`).get(from, until)
        : this.#db
            .prepare(
              `SELECT ${sums} FROM show_gifts WHERE gift_id IN (SELECT value FROM json_each(?))
               AND show_id IN (SELECT show_id FROM shows WHERE began >= ? AND began < ?)`,
            )
            .get(JSON.stringify(giftIds), from, until);
    const sum = {
      count: Number(record?.count ?? 0),
      diamonds: Number(record?.diamonds ?? 0),
      votesTenths: Number(record?.votes ?? 0),
    };
    this.#periods.set(key, sum);
    return sum;
  }

  /** A period has no viewers until `addUpNext` has added all of its shows. */
  within(period: Period): PeriodSums {
    const key = `${period.from} ${period.until}`;
    let known = this.#within.get(key);
    if (known === undefined) {
      const [oldest] = this.#within;
      if (this.#within.size >= MOST_PERIODS && oldest !== undefined) {
        oldest[1].clear();
        this.#within.delete(oldest[0]);
      }
      known = new PeriodViewers(this.#db, period);
      this.#within.set(key, known);
      if (known.isWaiting) this.#onWaiting();
    }
    return known;
  }

  /** Whether a period needs its viewers added up. */
  get isWaiting(): boolean {
    return [...this.#within.values()].some(({ isWaiting }) => isWaiting);
  }

  /** Adds the viewers of one show to a period. Returns whether the period now has all of its shows. */
  addUpNext(): boolean {
    const next = [...this.#within.values()].find(({ isWaiting }) => isWaiting);
    next?.addNext();
    return next !== undefined && !next.isWaiting;
  }

  close(): void {
    this.#db.close();
  }

  #change(sums: ShowSums, sign: 1 | -1, note: () => void): void {
    const put = this.#db.prepare(
      `INSERT INTO sums (kind, key, name, unit, count, diamonds, votes) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (kind, key) DO UPDATE SET count = count + excluded.count,
         diamonds = diamonds + excluded.diamonds, votes = votes + excluded.votes,
         name = CASE WHEN excluded.name = '' THEN name ELSE excluded.name END, unit = excluded.unit`,
    );
    this.#transaction(() => {
      for (const { id, account, votesTenths } of sums.anchors) {
        put.run('anchor', id, account.toLowerCase(), 0, 0, 0, sign * votesTenths);
      }
      for (const { key, name, count, diamonds, votesTenths } of sums.viewers) {
        put.run('viewer', key, name, 0, sign * count, sign * diamonds, sign * votesTenths);
      }
      for (const { key, name, unitDiamonds, count, diamonds, votesTenths } of sums.gifts) {
        put.run('gift', key, name, unitDiamonds, sign * count, sign * diamonds, sign * votesTenths);
      }
      const { count, diamonds, votesTenths } = sums.totals;
      put.run('total', '', '', 0, sign * count, sign * diamonds, sign * votesTenths);
      if (sign < 0) this.#db.exec('DELETE FROM sums WHERE count <= 0 AND votes <= 0');
      note();
    });
  }

  #transaction(write: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      write();
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    } finally {
      this.#totals = null;
      this.#anchors.clear();
      this.#periods.clear();
      for (const period of this.#within.values()) period.changed();
    }
  }
}
