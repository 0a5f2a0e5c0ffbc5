import { DatabaseSync } from 'node:sqlite';
import { JOURNAL_VERSION, migrate } from './schema.ts';

/**
 * Brings the journal of a past show to the present form: it is read with the queries of today. One that has it
 * is not touched, so a journal on a disk that takes nothing can still be read.
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
