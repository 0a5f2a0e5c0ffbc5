import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import { probeFolder, writingProblem } from './store/whyUnwritable.ts';

/** Held by SQLite while a backstage runs; nothing is ever written to it. */
export const LOCK_FILE = 'lock.sqlite';

/**
 * Makes the data folder ready and holds it for this process alone: two backstages on one journal would give
 * the same numbers twice. The system lets go of the hold with the process, however that ends.
 *
 * @throws RingsideError `storage.unwritable`, `storage.inUse`, both with the folder as `path`; `storage.full`.
 */
export function holdDataFolder(path: string): () => void {
  const problem = problemOf(path);
  if (problem !== null) throw RingsideError.of(problem);
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(join(path, LOCK_FILE));
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const held = lock;
    return () => held.close();
  } catch (error) {
    lock?.close();
    const busy = error instanceof Error && 'errcode' in error && error.errcode === 5;
    throw new RingsideError(busy ? 'storage.inUse' : 'storage.unwritable', { path });
  }
}

/** The files and folders that a backstage makes in its data folder, by the start of their names. */
const OWN_NAMES = [
  ...['shows', 'trash', 'pictures', 'device'],
  ...['presets.', 'lines.', 'overlays.', 'anchors.', 'learned.', 'overlay-port.', 'past-sums.'],
];

/** Removes all that a closed backstage keeps, with the copies of files that could not be read. */
export function eraseBackstage(path: string): void {
  for (const name of readdirSync(path)) {
    const isOwn = OWN_NAMES.some((own) => (own.endsWith('.') ? name.startsWith(own) : name === own));
    if (isOwn) rmSync(join(path, name), { recursive: true, force: true });
  }
}

function problemOf(path: string): Problem | null {
  try {
    makeFolder(path);
  } catch (error) {
    return writingProblem(error, path);
  }
  return probeFolder(path);
}

/** Folder by folder: on file systems that answer with "no such folder" Node's own recursive way never ends. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}
