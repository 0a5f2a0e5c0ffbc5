import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** The media types of the files of a build. */
export const fileTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.json': 'application/json',
} as const;

const types: ReadonlyMap<string, string> = new Map(Object.entries(fileTypes));

/** The `Cache-Control` of content whose name is a hash of it. */
export const FOR_EVER = 'public, max-age=31536000, immutable';
/** No segment begins with a dot, so no path leads out of the folder. */
const FILE = /^(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;

interface BuiltFile {
  type: string;
  body: Uint8Array;
  /** Absent for a page that must stay fresh. */
  cache?: string;
}

/** Reads a file of a build by its path below the folder. Returns null if there is none. */
export async function readBuiltFile(dir: string, path: string): Promise<BuiltFile | null> {
  const type = types.get(extname(path));
  if (type === undefined || !FILE.test(path)) return null;
  const body = await readFile(join(dir, ...path.split('/'))).catch(() => null);
  if (body === null) return null;
  // Names of assets contain a hash of their content, so cache assets for ever. A page must stay fresh: it names the
  // assets.
  return path.startsWith('assets/') ? { type, body, cache: FOR_EVER } : { type, body };
}
