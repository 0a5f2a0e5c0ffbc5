import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process uses the database's folder. */
export class DatabaseInUse extends Error {}

/** The exit code by which the database's process tells the server the same. */
export const EXIT_IN_USE = 3;

const WAIT_MS = 3000;

/**
 * Takes the lock of a database's folder and returns what releases it. Throws DatabaseInUse if another process keeps
 * the lock for three seconds: the database of a server that was killed a moment ago needs time to end.
 *
 * Two processes would destroy the database. The lock is SQLite's lock on a file, because the system releases it
 * whenever the process ends, however it ends.
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
