import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { NamedSum } from '#shared/overlay/allTime.ts';

const FILE = 'past-sums.sqlite';
/** The version of the tables and their content. A file of another version is computed again from the shows. */
const VERSION = 4;

/** Opens the database in a data folder. Deletes a broken file and begins with an empty one. */
export function openSums(dataDir: string): DatabaseSync {
  const file = join(dataDir, FILE);
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

const sumRecord = z.object({
  key: z.string(),
  name: z.string(),
  unit: z.number(),
  count: z.number(),
  diamonds: z.number(),
  votes: z.number(),
});

/** A row with a sum. */
export function sumOf(record: unknown): NamedSum {
  const { name, count, diamonds, votes } = sumRecord.parse(record);
  return { name, count, diamonds, votesTenths: votes };
}
