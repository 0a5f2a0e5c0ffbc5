import path from 'node:path';

/** A request of the app's scheme, resolved: a file below the root, the start page, or nothing. */
export type Asset = { kind: 'file'; relative: string } | { kind: 'page' } | { kind: 'refused' };

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.wasm': 'application/wasm',
};

/** Names that Windows gives a meaning of their own, in any folder and with any ending. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Resolves the path of an address of the app's scheme. Only plain names of a known ending lead to a file; a
 * path without an ending is a route of the single page; everything odd is refused before it meets a disk.
 */
export function resolveAsset(pathname: string): Asset {
  const decoded = decode(pathname);
  if (decoded === null || decoded.length > 1000 || !decoded.startsWith('/')) return { kind: 'refused' };
  const parts = decoded.split('/').filter((part) => part !== '');
  if (!parts.every(isPlainName)) return { kind: 'refused' };
  const last = parts.at(-1);
  if (last === undefined || path.posix.extname(last) === '') return { kind: 'page' };
  if (contentType(last) === null) return { kind: 'refused' };
  return { kind: 'file', relative: parts.join('/') };
}

/** The media type of a file by its ending, null for endings that the app has no use for. */
export function contentType(name: string): string | null {
  return types[path.posix.extname(name).toLowerCase()] ?? null;
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

function isPlainName(part: string): boolean {
  return /^[\w@+=,()-][\w@+=,.()-]*$/.test(part) && !part.endsWith('.') && !deviceName.test(part);
}
