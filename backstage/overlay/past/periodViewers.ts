import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Period } from '#shared/contract/season.ts';
import type { NamedSum, PastAnchor, PeriodSums } from '#shared/overlay/allTime.ts';
import { sumOf } from './sumsFile.ts';

const named = `coalesce(sums.name, '') AS name, coalesce(sums.unit, 0) AS unit`;
const addedUp = 'sum(part.count) AS count, sum(part.diamonds) AS diamonds, sum(part.votes) AS votes';

/**
 * The sums of the shows that began in a period. Its viewers are added up show by show in a temporary table, because a
 * query over all of them would block the process.
 */
export class PeriodViewers implements PeriodSums {
  readonly #db: DatabaseSync;
  readonly #period: Period;
  readonly #key: string;
  readonly #findViewer;
  /** The shows that are not added up yet. */
  #waiting: string[];
  #top: (NamedSum & { id: string })[] | null = null;
  #gifts: Map<number, NamedSum & { unitDiamonds: number }> | null = null;
  #anchors: readonly PastAnchor[] | null = null;

  constructor(db: DatabaseSync, period: Period) {
    this.#db = db;
    this.#period = period;
    this.#key = `${period.from} ${period.until}`;
    this.#findViewer = db.prepare(
      `SELECT part.*, viewer_id AS key, ${named} FROM temp.period_viewers AS part
       LEFT JOIN sums ON sums.kind = 'viewer' AND sums.key = viewer_id
       WHERE period = ? AND viewer_id = ?`,
    );
    this.#waiting = this.#shows('show_id').map((record) => String(record.show_id));
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  addNext(): void {
    const id = this.#waiting.shift();
    if (id !== undefined) this.#add(id, 1);
    this.changed();
  }

  showAdded(showId: string, startedAt: number): void {
    if (startedAt < this.#period.from || startedAt >= this.#period.until) return;
    if (this.isWaiting) this.#waiting.push(showId);
    else this.#add(showId, 1);
  }

  /** Call it before the show's viewers are deleted. */
  showRemoved(showId: string): void {
    const isIn = this.#shows('show_id').some((record) => record.show_id === showId);
    if (!isIn) return;
    if (this.#waiting.includes(showId)) this.#waiting = this.#waiting.filter((id) => id !== showId);
    else this.#add(showId, -1);
  }

  clear(): void {
    this.#waiting = [];
    this.#db.prepare('DELETE FROM temp.period_viewers WHERE period = ?').run(this.#key);
    this.changed();
  }

  /** Drops cached lists. */
  changed(): void {
    this.#top = null;
    this.#gifts = null;
    this.#anchors = null;
  }

  viewer(id: string): NamedSum | null {
    const record = this.isWaiting ? undefined : this.#findViewer.get(this.#key, id);
    return record === undefined ? null : sumOf(record);
  }

  topViewers(limit: number): readonly (NamedSum & { id: string })[] {
    if (this.isWaiting) return [];
    this.#top ??= this.#db
      .prepare(
        `SELECT part.*, viewer_id AS key, ${named} FROM (
           SELECT * FROM temp.period_viewers WHERE period = ? AND votes > 0
           ORDER BY votes DESC, viewer_id LIMIT ?
         ) AS part LEFT JOIN sums ON sums.kind = 'viewer' AND sums.key = viewer_id
         ORDER BY part.votes DESC, viewer_id`,
      )
      .all(this.#key, limit)
      .map((record) => ({ id: String(record.key), ...sumOf(record) }));
    return this.#top;
  }

  gifts(): ReadonlyMap<number, NamedSum & { unitDiamonds: number }> {
    const { from, until } = this.#period;
    this.#gifts ??= new Map(
      this.#db
        .prepare(
          `SELECT CAST(gift_id AS TEXT) AS key, ${addedUp}, ${named} FROM show_gifts AS part
           LEFT JOIN sums ON sums.kind = 'gift' AND sums.key = CAST(gift_id AS TEXT)
           WHERE show_id IN (SELECT show_id FROM shows WHERE began >= ? AND began < ?) GROUP BY gift_id`,
        )
        .all(from, until)
        .map((record) => [Number(record.key), { ...sumOf(record), unitDiamonds: Number(record.unit) }]),
    );
    return this.#gifts;
  }

  anchors(): readonly PastAnchor[] {
    this.#anchors ??= addUpAnchors(
      this.#shows('anchors').flatMap((record) => pastAnchors.parse(JSON.parse(String(record.anchors)))),
    );
    return this.#anchors;
  }

  #shows(column: 'show_id' | 'anchors') {
    const { from, until } = this.#period;
    return this.#db
      .prepare(`SELECT ${column} FROM shows WHERE began >= ? AND began < ? ORDER BY began`)
      .all(from, until);
  }

  #add(showId: string, sign: 1 | -1): void {
    this.#db
      .prepare(
        `INSERT INTO temp.period_viewers (period, viewer_id, count, diamonds, votes)
         SELECT ?1, viewer_id, ?2 * count, ?2 * diamonds, ?2 * votes FROM show_viewers WHERE show_id = ?3
         ON CONFLICT (period, viewer_id) DO UPDATE SET count = count + excluded.count,
           diamonds = diamonds + excluded.diamonds, votes = votes + excluded.votes`,
      )
      .run(this.#key, sign, showId);
    if (sign < 0) {
      this.#db
        .prepare('DELETE FROM temp.period_viewers WHERE period = ? AND count <= 0 AND votes <= 0')
        .run(this.#key);
    }
  }
}

const pastAnchors = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    account: z.string(),
    count: z.number(),
    diamonds: z.number(),
    votesTenths: z.number(),
    rounds: z.number(),
    wins: z.number(),
    avatar: z.string(),
  }),
);

/** Adds up the entries of each id and account, because a page ranks them again at every change of the show. */
function addUpAnchors(entries: readonly PastAnchor[]): PastAnchor[] {
  const sums = new Map<string, PastAnchor>();
  for (const entry of entries) {
    const key = `${entry.id}\n${entry.account.toLowerCase()}`;
    const sum = sums.get(key);
    sums.set(key, {
      ...entry,
      count: entry.count + (sum?.count ?? 0),
      diamonds: entry.diamonds + (sum?.diamonds ?? 0),
      votesTenths: entry.votesTenths + (sum?.votesTenths ?? 0),
      rounds: entry.rounds + (sum?.rounds ?? 0),
      wins: entry.wins + (sum?.wins ?? 0),
    });
  }
  return [...sums.values()];
}
