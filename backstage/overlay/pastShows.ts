import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Period } from '#shared/contract/season.ts';
import type { Tally } from '#shared/contract/snapshot.ts';
import { anchorOf, totals } from '#shared/game/selectors.ts';
import type { GameState } from '#shared/game/state.ts';
import {
  type NamedSum,
  noPastSums,
  type PastAnchor,
  type PastSums,
  type PeriodSums,
} from '#shared/overlay/allTime.ts';
import { anchorEntries } from '#shared/season/entries.ts';
import type { Clock } from '../clock.ts';
import type { Archive } from '../show/archive.ts';
import { readFacts, showIds } from '../show/facts.ts';

/** What one show adds to the sums of all shows. */
export interface ShowSums {
  /** The start of its session (ms since 1970); 0 if it never began. */
  startedAt: number;
  anchors: PastAnchor[];
  viewers: (NamedSum & { key: string })[];
  gifts: (NamedSum & { key: string; unitDiamonds: number })[];
  /** The sums of counted gifts. */
  totals: { count: number; diamonds: number; votesTenths: number };
}

const FILE = 'past-sums.sqlite';
/** The version of the tables and their content. A file of another version is computed again from the shows. */
const VERSION = 4;

const sumRecord = z.object({
  key: z.string(),
  name: z.string(),
  unit: z.number(),
  count: z.number(),
  diamonds: z.number(),
  votes: z.number(),
});

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
  readonly #within = new Map<string, ViewersWithin>();
  readonly #onWaiting: () => void;

  /**
   * Opens the database. Deletes a broken file and begins with an empty one. Calls `onWaiting` when a period needs its
   * viewers added up: `addUpNext` then adds the next show.
   */
  constructor(dataDir: string, onWaiting: () => void = () => {}) {
    const file = join(dataDir, FILE);
    this.#onWaiting = onWaiting;
    this.#db = openDatabase(file);
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
      known = new ViewersWithin(this.#db, period);
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

const zero = { name: '', count: 0, diamonds: 0, votesTenths: 0 };

function sumOf(record: unknown): NamedSum {
  const { name, count, diamonds, votes } = sumRecord.parse(record);
  return { name, count, diamonds, votesTenths: votes };
}

/** Maximum number of periods whose viewers are added up at a time; a page shows one or two. */
const MOST_PERIODS = 64;

const named = `coalesce(sums.name, '') AS name, coalesce(sums.unit, 0) AS unit`;
const addedUp = 'sum(part.count) AS count, sum(part.diamonds) AS diamonds, sum(part.votes) AS votes';

/**
 * The sums of the shows that began in a period. Its viewers are added up show by show in a temporary table, because a
 * query over all of them would block the process.
 */
class ViewersWithin implements PeriodSums {
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

function openDatabase(file: string): DatabaseSync {
  try {
    return prepared(file);
  } catch {
    for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) rmSync(path);
    return prepared(file);
  }
}

function prepared(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 2000 });
  try {
    // Overwrite deleted content: viewers' names must not stay in free pages of the file.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
    const version = Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
    if (version !== VERSION) {
      db.exec(`
        DROP TABLE IF EXISTS sums; DROP TABLE IF EXISTS shows;
        DROP TABLE IF EXISTS show_gifts; DROP TABLE IF EXISTS show_viewers;
        CREATE TABLE shows (
          show_id TEXT PRIMARY KEY, began INTEGER NOT NULL,
          count INTEGER NOT NULL, diamonds INTEGER NOT NULL, votes INTEGER NOT NULL, anchors TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE show_gifts (
          show_id TEXT NOT NULL, gift_id INTEGER NOT NULL,
          count INTEGER NOT NULL, diamonds INTEGER NOT NULL, votes INTEGER NOT NULL, PRIMARY KEY (show_id, gift_id)
        ) WITHOUT ROWID;
        CREATE TABLE show_viewers (
          show_id TEXT NOT NULL, viewer_id TEXT NOT NULL,
          count INTEGER NOT NULL, diamonds INTEGER NOT NULL, votes INTEGER NOT NULL, PRIMARY KEY (show_id, viewer_id)
        ) WITHOUT ROWID;
        CREATE TABLE sums (
          kind TEXT NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL, unit INTEGER NOT NULL,
          count INTEGER NOT NULL, diamonds INTEGER NOT NULL, votes INTEGER NOT NULL, PRIMARY KEY (kind, key)
        ) WITHOUT ROWID;
        CREATE INDEX sums_most ON sums (kind, votes DESC);
        PRAGMA user_version = ${VERSION};
      `);
    }
    db.exec(`
      PRAGMA temp_store = MEMORY;
      CREATE TEMP TABLE period_viewers (
        period TEXT NOT NULL, viewer_id TEXT NOT NULL,
        count INTEGER NOT NULL, diamonds INTEGER NOT NULL, votes INTEGER NOT NULL, PRIMARY KEY (period, viewer_id)
      ) WITHOUT ROWID;
    `);
    db.prepare('SELECT count(*) FROM sums').get();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Computes what a past show adds to the sums of all shows, with the numbers of its report. */
export function sumsOfShow(state: GameState): ShowSums {
  const anchors = anchorEntries(state).map((entry) => ({
    ...entry,
    avatar: anchorOf(state, entry.id)?.avatar ?? '',
  }));
  const viewers = [...state.viewers.values()]
    .filter(({ count }) => count > 0)
    .map(({ id: key, name, count, diamonds, votesTenths }) => ({ key, name, count, diamonds, votesTenths }));
  const gifts = [...state.gifts.values()].map(({ id, name, unitDiamonds, count, diamonds, votesTenths }) => ({
    key: String(id),
    name,
    unitDiamonds,
    count,
    diamonds,
    votesTenths,
  }));
  return { startedAt: state.startedAt, anchors, viewers, gifts, totals: totals(state).counted };
}

interface AllShowsOptions {
  dataDir: string;
  showsFolder: string;
  clock: Clock;
  archive: Archive;
  log: (message: string, error?: unknown) => void;
  /** Called when the sums have changed. */
  changed: () => void;
}

/** The pause between two shows (ms), because reading a show blocks the process. */
const PAUSE = 20;

/**
 * Maintains the sums of all past shows except rehearsals. Reads missing shows one at a time in the background. Skips a
 * show that cannot be read.
 */
export class AllShows {
  readonly #options: AllShowsOptions;
  readonly #past: PastShows | null;
  #current: string | null = null;
  #waiting: string[] = [];
  #cancel: (() => void) | null = null;

  constructor(options: AllShowsOptions) {
    this.#options = options;
    this.#past = this.#open();
  }

  /** Returns the sums to which a show adds its own. A rehearsal gets empty sums. */
  past(rehearsal: boolean): PastSums {
    return rehearsal || this.#past === null ? noPastSums : this.#past;
  }

  /** Sets the id of the open show and queues past shows that are missing in the sums. */
  setCurrent(current: string | null): void {
    this.#current = current;
    const past = this.#past;
    if (past === null) return;
    const ids = this.#ids();
    const known = past.shows;
    // A show was deleted while it could not be subtracted, so compute all sums again.
    const isWhole = [...known].every((id) => ids.includes(id));
    if (!isWhole) past.clear();
    this.#waiting = ids.filter((id) => !isWhole || !known.has(id));
    this.#next();
  }

  /** Subtracts a show. Call it before the show is deleted. */
  remove(showId: string): void {
    const past = this.#past;
    this.#waiting = this.#waiting.filter((id) => id !== showId);
    if (past === null || !past.shows.has(showId)) return;
    this.#try(showId, () => past.remove(showId, this.#read(showId)));
  }

  /** Adds a restored show in the background. */
  restore(showId: string): void {
    this.#waiting.push(showId);
    this.#next();
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#waiting = [];
    this.#past?.close();
  }

  #open(): PastShows | null {
    try {
      return new PastShows(this.#options.dataDir, () => this.#next());
    } catch (error) {
      // All-time numbers then contain the open show only. The show itself does not need them.
      this.#options.log('the sums of past shows cannot be stored', error);
      return null;
    }
  }

  #ids(): string[] {
    const { showsFolder, clock } = this.#options;
    return showIds(showsFolder).filter((id) => {
      if (id === this.#current) return false;
      return readFacts(join(showsFolder, id), clock.now()).rehearsal === null;
    });
  }

  #next(): void {
    const past = this.#past;
    if (past === null || this.#cancel !== null) return;
    if (this.#waiting.length === 0 && !past.isWaiting) return;
    this.#cancel = this.#options.clock.after(PAUSE, () => {
      this.#cancel = null;
      const id = this.#waiting.shift();
      if (id !== undefined) this.#try(id, () => past.add(id, this.#read(id)));
      else this.#addUp(past);
      this.#next();
    });
  }

  #addUp(past: PastShows): void {
    try {
      if (past.addUpNext()) this.#options.changed();
    } catch (error) {
      this.#options.log('the viewers of a period could not be added up', error);
    }
  }

  /** Reads the sums of a show, then frees its memory in the archive's cache. */
  #read(showId: string): ShowSums {
    const { archive } = this.#options;
    const sums = sumsOfShow(archive.open(showId).state);
    archive.forget(showId);
    return sums;
  }

  #try(showId: string, run: () => void): void {
    try {
      run();
      this.#options.changed();
    } catch (error) {
      this.#options.log(`show ${showId} could not be summed up`, error);
    }
  }
}
