import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Session } from 'electron';
import { removeOldLogs } from './logFile.ts';

interface ClearCacheOptions {
  session: Pick<Session, 'clearCache' | 'clearCodeCaches' | 'getCacheSize'>;
  userData: string;
  logFolder: string;
  /** The folder of the app's temporary files. */
  tempFolder: string;
}

/** Cache folders of Chromium's graphics process in the user data. The process recreates them when needed. */
const graphicsCaches = [
  'GPUCache',
  'DawnCache',
  'DawnGraphiteCache',
  'DawnWebGPUCache',
  'GrShaderCache',
  'ShaderCache',
];
const CODE_CACHE = 'Code Cache';

/**
 * Deletes the HTTP, code and graphics caches, full log files and temporary files, and nothing else. Returns the number
 * of freed bytes.
 */
export async function clearCache(options: ClearCacheOptions): Promise<number> {
  const codeCache = path.join(options.userData, CODE_CACHE);
  const before = (await options.session.getCacheSize()) + folderSize(codeCache);
  await options.session.clearCache();
  await options.session.clearCodeCaches({});
  const after = (await options.session.getCacheSize()) + folderSize(codeCache);
  let freed = Math.max(0, before - after);
  for (const name of graphicsCaches) freed += emptyFolder(path.join(options.userData, name));
  freed += emptyFolder(options.tempFolder);
  freed += removeOldLogs(options.logFolder);
  return freed;
}

/** Returns the size of all files below a folder; 0 if the folder does not exist. */
function folderSize(folder: string): number {
  return filesBelow(folder).reduce((sum, file) => sum + sizeOf(file), 0);
}

/** Deletes the files below a folder except locked ones. Returns the number of freed bytes. */
function emptyFolder(folder: string): number {
  let freed = 0;
  for (const file of filesBelow(folder)) {
    const size = sizeOf(file);
    try {
      rmSync(file);
      freed += size;
    } catch {
      // The graphics process may lock the file. Skip it.
    }
  }
  return freed;
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
