import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import { probeFolder, writingProblem } from './store/writingProblem.ts';

/** SQLite locks this file while a backstage runs. It has no content. */
export const LOCK_FILE = 'lock.sqlite';

/**
 * Creates the data folder and locks it for this process: two backstages on one journal would assign the same input
 * numbers. The operating system releases the lock when the process ends. Returns a function that releases it.
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

/** The files and folders of a backstage in its data folder. A name with a final dot is a prefix. */
const OWN_NAMES = [
  'shows',
  'trash',
  'pictures',
  'device',
  'presets.',
  'lines.',
  'overlays.',
  'anchors.',
  'learned.',
  'overlay-port.',
  'past-sums.',
  'phones.',
];

/** Deletes all data of a closed backstage, including the copies of broken files. */
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

/** Creates a folder and its parents. Node's recursive option never ends on file systems that report ENOENT here. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}
