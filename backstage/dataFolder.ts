import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RingsideError } from '#shared/contract/error.ts';

/**
 * Makes the data folder ready and holds it for this process alone: two backstages on one journal would give
 * the same numbers twice. The system lets go of the hold with the process, however that ends.
 *
 * @throws RingsideError `storage.unwritable`, `storage.inUse`, both with the folder as `path`.
 */
export function holdDataFolder(path: string): () => void {
  try {
    makeFolder(path);
    const probe = join(path, `.probe-${process.pid}`);
    writeFileSync(probe, 'probe');
    rmSync(probe);
  } catch {
    throw new RingsideError('storage.unwritable', { path });
  }
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(join(path, 'lock.sqlite'));
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const held = lock;
    return () => held.close();
  } catch (error) {
    lock?.close();
    const busy = error instanceof Error && 'errcode' in error && error.errcode === 5;
    throw new RingsideError(busy ? 'storage.inUse' : 'storage.unwritable', { path });
  }
}

/** Folder by folder: on file systems that answer with "no such folder" Node's own recursive way never ends. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}
