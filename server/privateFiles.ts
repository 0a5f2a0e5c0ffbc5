import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The permission bits of group and others. */
const OTHERS = 0o077;

/**
 * Removes the access of other users to the data folder, and to all files that this process writes later. On Windows,
 * which has no such modes, the folder keeps its access rules.
 */
export function keepFilesPrivate(dataDir: string): void {
  process.umask(OTHERS);
  if (process.platform !== 'win32') close(dataDir);
}

function close(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // Do not follow links: their targets are outside the data folder.
  if (stats === undefined || !(stats.isFile() || stats.isDirectory())) return;
  if ((stats.mode & OTHERS) !== 0) {
    try {
      chmodSync(path, stats.mode & 0o7700);
    } catch {
      // The file belongs to another user, who may have opened it on purpose.
    }
  }
  if (!stats.isDirectory()) return;
  let names: string[] = [];
  try {
    names = readdirSync(path);
  } catch {
    return;
  }
  for (const name of names) close(join(path, name));
}
