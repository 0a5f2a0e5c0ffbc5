import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { root } from './root.ts';

/** Beside what else is made of the sources; whoever deletes it gets one slower start. */
export const compiledFolder = join(root, 'dist', 'cache');

/**
 * Has Node keep what it makes of the modules that are imported from now on, and use what an earlier process has kept:
 * stripping types and compiling is a third of what a start costs. Each entry holds a sum of its source, so that what was
 * kept of another version is not used. A folder that cannot be written to, or read, changes nothing.
 *
 * Answers whether nothing had been kept yet. (What is new is kept when the process ends kindly.)
 */
export function keepCompiled(folder: string = compiledFolder): boolean {
  const isFirst = !existsSync(folder);
  enableCompileCache(folder);
  return isFirst;
}
