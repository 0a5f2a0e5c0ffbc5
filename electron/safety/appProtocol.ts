import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { API_PREFIX } from '../account/apiProxy.ts';
import { safetyHeaders } from './contentPolicy.ts';
import { isOwnUrl } from './trustedUrl.ts';

export const APP_SCHEME = 'app';

/** Privileges of the app's scheme. Register them before Electron is ready. */
export const schemePrivileges = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
} as const;

/** Pages that the main process renders itself, by path. They work even when the renderer cannot start. */
export type BuiltInPages = ReadonlyMap<string, () => string>;

export type RequestHandler = (request: Request) => Promise<Response>;

/**
 * Creates the handler of the app's scheme. It serves files of the folder `root` with the safety headers, and
 * `index.html` for routes of the single page. It accepts GET and HEAD only. Calls to `/api` go to `api`, or are refused
 * if `api` is null.
 */
export function createAppHandler(
  root: string,
  pages: BuiltInPages,
  api: RequestHandler | null = null,
): RequestHandler {
  return async (request) => {
    if (!isOwnUrl(request.url)) return refuse(403);
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(API_PREFIX)) return api === null ? refuse(404) : api(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
    const page = pages.get(pathname);
    if (page !== undefined) return respond(page(), 'text/html; charset=utf-8', 'no-store');
    const asset = resolveAsset(pathname);
    if (asset.kind === 'refused') return refuse(404);
    const relative = asset.kind === 'page' ? 'index.html' : asset.relative;
    const body = await readFile(path.join(root, ...relative.split('/'))).catch(() => null);
    if (body === null) return refuse(404);
    const type = contentTypeOf(relative) ?? 'application/octet-stream';
    return respond(body, type, asset.kind === 'page' ? 'no-store' : 'no-cache');
  };
}

function respond(body: string | Uint8Array<ArrayBuffer>, type: string, cache: string): Response {
  return new Response(body, { headers: { ...safetyHeaders, 'Content-Type': type, 'Cache-Control': cache } });
}

function refuse(status: number): Response {
  return new Response(null, { status, headers: safetyHeaders });
}

/** What a path of the app's scheme refers to: a file below the root, the single page, or nothing. */
type Asset = { kind: 'file'; relative: string } | { kind: 'page' } | { kind: 'refused' };

const contentTypes: Record<string, string> = {
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

/** Device names that Windows reserves in every folder and with every extension. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Resolves a URL path of the app's scheme. A plain name with a known extension is a file; a path without an extension
 * is a route of the single page. Every other path is refused before the disk is read.
 */
export function resolveAsset(pathname: string): Asset {
  const decoded = decode(pathname);
  if (decoded === null || decoded.length > 1000 || !decoded.startsWith('/')) return { kind: 'refused' };
  const names = decoded.split('/').filter((name) => name !== '');
  if (!names.every(isPlainName)) return { kind: 'refused' };
  const last = names.at(-1);
  if (last === undefined || path.posix.extname(last) === '') return { kind: 'page' };
  if (contentTypeOf(last) === null) return { kind: 'refused' };
  return { kind: 'file', relative: names.join('/') };
}

/** Returns the media type for a file's extension; null for an extension that the app does not serve. */
function contentTypeOf(name: string): string | null {
  return contentTypes[path.posix.extname(name).toLowerCase()] ?? null;
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

function isPlainName(name: string): boolean {
  return /^[\w@+=,()-][\w@+=,.()-]*$/.test(name) && !name.endsWith('.') && !deviceName.test(name);
}
