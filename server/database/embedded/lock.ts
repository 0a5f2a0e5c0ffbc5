import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The database's folder is in use by another process. */
export class DatabaseInUse extends Error {}

const WAIT_MS = 3000;

/**
 * Two processes in one embedded database would destroy it. SQLite's lock on a file serves as ours, because
 * the system lets go of it whenever the process ends, however it ends. Returns what releases it. Waits a little:
 * the database of a server that was killed a moment ago has to notice that first.
 */
export function lockDatabase(folder: string): () => void {
  const path = `${folder}.lock`;
  mkdirSync(dirname(path), { recursive: true });
  const file = new DatabaseSync(path);
  try {
    file.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = ${WAIT_MS}; BEGIN EXCLUSIVE`);
  } catch {
    file.close();
    throw new DatabaseInUse(`another Ringside uses the database in ${folder}`);
  }
  return () => {
    if (file.isOpen) file.close();
  };
}
