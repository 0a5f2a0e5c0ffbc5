import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Period } from '#shared/contract/season.ts';
import type { Tally } from '#shared/contract/snapshot.ts';
import { showVotes } from '#shared/game/round/shares.ts';
import { totals } from '#shared/game/selectors.ts';
import type { GameState } from '#shared/game/state.ts';
import { type NamedSum, noPastSums, type PastSums } from '#shared/overlay/allTime.ts';
import type { Clock } from '../clock.ts';
import type { Archive } from '../show/archive.ts';
import { readFacts, showIds } from '../show/facts.ts';

/** What one show adds to the sums of all shows. */
export interface ShowSums {
  /** The start of its session (ms since 1970); 0 if it never began. */
  startedAt: number;
  anchors: { key: string; username: string; votesTenths: number }[];
  viewers: (NamedSum & { key: string })[];
  gifts: (NamedSum & { key: string; unitDiamonds: number })[];
  /** The sums of counted gifts. */
  totals: { count: number; diamonds: number; votesTenths: number };
}

const FILE = 'past-sums.sqlite';
/** The version of the tables and their content. A file of another version is computed again from the shows. */
const VERSION = 3;

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

  /** Opens the database. Deletes a broken file and begins with an empty one. */
  constructor(dataDir: string) {
    const file = join(dataDir, FILE);
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
    const { startedAt, totals, gifts } = sums;
    this.#change(sums, 1, () => {
      this.#db
        .prepare('INSERT INTO shows (show_id, began, count, diamonds, votes) VALUES (?, ?, ?, ?, ?)')
        .run(showId, startedAt, totals.count, totals.diamonds, totals.votesTenths);
      const put = this.#db.prepare(
        'INSERT INTO show_gifts (show_id, gift_id, count, diamonds, votes) VALUES (?, ?, ?, ?, ?)',
      );
      for (const { key, count, diamonds, votesTenths } of gifts) {
        put.run(showId, Number(key), count, diamonds, votesTenths);
      }
    });
  }

  /** Subtracts a show. `sums` must be those with which it was added. */
  remove(showId: string, sums: ShowSums): void {
    if (!this.shows.has(showId)) return;
    this.#change(sums, -1, () => {
      for (const table of ['shows', 'show_gifts']) {
        this.#db.prepare(`DELETE FROM ${table} WHERE show_id = ?`).run(showId);
      }
    });
  }

  clear(): void {
    this.#transaction(() => this.#db.exec('DELETE FROM sums; DELETE FROM shows; DELETE FROM show_gifts'));
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
      for (const { key, username, votesTenths } of sums.anchors) {
        put.run('anchor', key, username, 0, 0, 0, sign * votesTenths);
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
    }
  }
}

const zero = { name: '', count: 0, diamonds: 0, votesTenths: 0 };

function sumOf(record: unknown): NamedSum {
  const { name, count, diamonds, votes } = sumRecord.parse(record);
  return { name, count, diamonds, votesTenths: votes };
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
        DROP TABLE IF EXISTS sums; DROP TABLE IF EXISTS shows; DROP TABLE IF EXISTS show_gifts;
        CREATE TABLE shows (
          show_id TEXT PRIMARY KEY, began INTEGER NOT NULL,
          count INTEGER NOT NULL, diamonds INTEGER NOT NULL, votes INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE show_gifts (
          show_id TEXT NOT NULL, gift_id INTEGER NOT NULL,
          count INTEGER NOT NULL, diamonds INTEGER NOT NULL, votes INTEGER NOT NULL, PRIMARY KEY (show_id, gift_id)
        ) WITHOUT ROWID;
        CREATE TABLE sums (
          kind TEXT NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL, unit INTEGER NOT NULL,
          count INTEGER NOT NULL, diamonds INTEGER NOT NULL, votes INTEGER NOT NULL, PRIMARY KEY (kind, key)
        ) WITHOUT ROWID;
        CREATE INDEX sums_most ON sums (kind, votes DESC);
        PRAGMA user_version = ${VERSION};
      `);
    }
    db.prepare('SELECT count(*) FROM sums').get();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Computes what a past show adds to the sums of all shows, with the numbers of its report. */
export function sumsOfShow(state: GameState): ShowSums {
  const known = [...state.formerAnchors.values(), ...(state.preset?.anchors ?? [])];
  const accounts = new Map(known.map(({ id, username }) => [id, username.toLowerCase()]));
  const anchors = Array.from(showVotes(state), ([key, votesTenths]) => ({
    key,
    username: accounts.get(key) ?? '',
    votesTenths,
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
      return new PastShows(this.#options.dataDir);
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
    if (this.#cancel !== null || this.#waiting.length === 0) return;
    this.#cancel = this.#options.clock.after(PAUSE, () => {
      this.#cancel = null;
      const id = this.#waiting.shift();
      const past = this.#past;
      if (id !== undefined && past !== null) {
        this.#try(id, () => past.add(id, this.#read(id)));
      }
      this.#next();
    });
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
