import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Permissions of the group and of others. */
const OTHERS = 0o077;

/**
 * Makes the data folder and everything in it readable by this user alone, and so everything that this process
 * writes from now on. Windows has no such modes: there the folder's own rules hold.
 */
export function keepFilesPrivate(dataDir: string): void {
  process.umask(OTHERS);
  if (process.platform !== 'win32') close(dataDir);
}

function close(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // A link's target is for whoever made the link to decide.
  if (stats === undefined || !(stats.isFile() || stats.isDirectory())) return;
  if ((stats.mode & OTHERS) !== 0) {
    try {
      chmodSync(path, stats.mode & 0o7700);
    } catch {
      // It belongs to another user, who may have opened it on purpose.
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
