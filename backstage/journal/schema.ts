import { DatabaseSync } from 'node:sqlite';

/**
 * The migrations of a show's database: migration n converts a file of version n to version n + 1. `user_version` has
 * the version of a file; an empty file is version 0.
 */
const migrations: readonly ((db: DatabaseSync) => void)[] = [
  begin,
  addRounds,
  addIndexes,
  addPlaces,
  addPlaceTimes,
];

export const JOURNAL_VERSION = migrations.length;

/** Thrown for a file that a newer version of Ringside wrote. The file stays as it is. */
export class NewerJournalError extends Error {
  constructor(version: number) {
    super(`a journal of version ${version}, newer than ${JOURNAL_VERSION}`);
    this.name = 'NewerJournalError';
  }
}

/** Migrates a file to the current version. Each step is a transaction. */
export function migrate(db: DatabaseSync, steps = migrations): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  if (version > steps.length) throw new NewerJournalError(version);
  for (const [index, step] of steps.entries()) {
    if (index < version) continue;
    db.exec('BEGIN IMMEDIATE');
    try {
      step(db);
      db.exec(`PRAGMA user_version = ${index + 1}`);
      db.exec('COMMIT');
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  }
}

/**
 * `viewers.names` has every name that a viewer's rows have, in lower case, for searching; `rows` counts them.
 * `inputs.sum` is a CRC-32 of the body, so that a changed byte is noticed and not counted. Rows never move in
 * the ledger: its pages go by `row_id`, and each filter has an index that ends in it (SQLite appends the row's
 * id to every index).
 */
function begin(db: DatabaseSync): void {
  db.exec(`
    CREATE TABLE inputs (
      seq INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      msg_id TEXT UNIQUE,
      body TEXT NOT NULL,
      sum INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE rows (
      row_id INTEGER PRIMARY KEY,
      seq INTEGER NOT NULL,
      at INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      viewer_id TEXT NOT NULL,
      viewer_name TEXT NOT NULL,
      viewer_username TEXT NOT NULL,
      gift_id INTEGER NOT NULL,
      gift_name TEXT NOT NULL,
      unit_diamonds INTEGER NOT NULL,
      streak_key TEXT NOT NULL,
      count INTEGER NOT NULL,
      diamonds INTEGER NOT NULL,
      votes_tenths INTEGER NOT NULL,
      auto_target TEXT NOT NULL,
      auto_reason TEXT NOT NULL,
      target TEXT NOT NULL,
      reason TEXT NOT NULL,
      marks TEXT NOT NULL
    ) STRICT;
    CREATE INDEX rows_by_viewer ON rows (viewer_id);
    CREATE INDEX rows_by_gift ON rows (gift_id);
    CREATE INDEX rows_by_target ON rows (target);
    CREATE INDEX rows_of_anchors ON rows (row_id) WHERE target >= 'anchor:' AND target < 'anchor;';
    CREATE INDEX rows_corrected ON rows (row_id) WHERE reason = 'corrected';
    CREATE TABLE viewers (
      viewer_id TEXT PRIMARY KEY,
      names TEXT NOT NULL,
      rows INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE corrections (
      seq INTEGER PRIMARY KEY,
      undoes INTEGER,
      undone_by INTEGER
    ) STRICT;
    CREATE TABLE correction_rows (
      row_id INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      target TEXT NOT NULL,
      PRIMARY KEY (row_id, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX correction_rows_by_seq ON correction_rows (seq);
    CREATE TABLE snapshots (
      seq INTEGER PRIMARY KEY,
      version INTEGER NOT NULL,
      body BLOB NOT NULL,
      sum INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE meta (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
}

/** Adds the round of a row. Older rows are in no round. */
function addRounds(db: DatabaseSync): void {
  db.exec(`
    ALTER TABLE rows ADD COLUMN round INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE rows ADD COLUMN late TEXT NOT NULL DEFAULT 'no';
    CREATE INDEX rows_late ON rows (late) WHERE late <> 'no';
  `);
}

/** Adds indexes for the commands of operators among all gifts, and for the undo of a correction. */
function addIndexes(db: DatabaseSync): void {
  db.exec(`
    CREATE INDEX inputs_commands ON inputs (seq) WHERE kind = 'command';
    CREATE INDEX corrections_undoing ON corrections (undoes) WHERE undoes IS NOT NULL;
  `);
}

/**
 * Lets corrections move rows between rounds. `auto_round` and `auto_late` have the place of a moved row without
 * corrections. In `correction_rows`, a credit or place that the correction does not change is null.
 */
function addPlaces(db: DatabaseSync): void {
  db.exec(`
    ALTER TABLE rows ADD COLUMN auto_round INTEGER;
    ALTER TABLE rows ADD COLUMN auto_late TEXT;
    CREATE TABLE new_correction_rows (
      row_id INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      target TEXT,
      round INTEGER,
      late TEXT,
      PRIMARY KEY (row_id, seq)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO new_correction_rows (row_id, seq, target) SELECT row_id, seq, target FROM correction_rows;
    DROP TABLE correction_rows;
    ALTER TABLE new_correction_rows RENAME TO correction_rows;
    CREATE INDEX correction_rows_by_seq ON correction_rows (seq);
  `);
}

/** Adds the time at which an operator moved a row between rounds. Null if no one did, or before this migration. */
function addPlaceTimes(db: DatabaseSync): void {
  db.exec('ALTER TABLE rows ADD COLUMN placed_at INTEGER');
}

/**
 * Migrates the journal of a past show, so that the current queries can read it. Does not write to a journal of the
 * current version, so that a journal on a read-only or full disk can be read.
 *
 * @throws NewerJournalError, and what SQLite throws for a file that cannot be read or written.
 */
export function bringUpToDate(file: string): void {
  const version = versionOf(file);
  if (version === JOURNAL_VERSION) return;
  const db = new DatabaseSync(file, { timeout: 2000 });
  try {
    migrate(db);
  } finally {
    db.close();
  }
}

function versionOf(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  } finally {
    db.close();
  }
}
