import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Thrown if another process uses the database's folder. */
export class DatabaseInUse extends Error {}

/** The exit code of the database's process if the folder is locked. */
export const EXIT_IN_USE = 3;

const WAIT_MS = 3000;

/**
 * Locks a database's folder and returns a function that unlocks it. Throws DatabaseInUse if another process holds the
 * lock for three seconds: the database of a server that was just killed needs time to end.
 *
 * Two processes would destroy the database. The lock is SQLite's file lock, which the operating system releases when
 * the process ends in any way.
 */
export function lockDatabase(folder: string): () => void {
  const path = `${folder}.lock`;
  mkdirSync(dirname(path), { recursive: true });
  const file = new DatabaseSync(path);
  try {
    file.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = ${WAIT_MS}; BEGIN EXCLUSIVE`);
  } catch {
    file.close();
    throw new DatabaseInUse(`another Ringside is using the database in ${folder}`);
  }
  return () => {
    if (file.isOpen) file.close();
  };
}
