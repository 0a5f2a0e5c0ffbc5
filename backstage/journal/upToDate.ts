import { DatabaseSync } from 'node:sqlite';
import { JOURNAL_VERSION, migrate } from './schema.ts';

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
