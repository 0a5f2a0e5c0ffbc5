import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { API_PREFIX } from '../account/apiProxy.ts';
import { contentType, resolveAsset } from './assetPath.ts';
import { safetyHeaders } from './contentPolicy.ts';
import { isOwnUrl } from './trustedUrl.ts';

/** The app's scheme, to be told to Electron before it is ready. */
export const APP_SCHEME = 'app';

export const schemePrivileges = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
} as const;

/** Pages that the main process makes itself, by path: they must show when nothing else works. */
export type OwnPages = ReadonlyMap<string, () => string>;

export type Answerer = (request: Request) => Promise<Response>;

/**
 * Answers a request of the app's scheme from the folder `root`, with the safety headers. Routes of the single
 * page get `index.html`; only GET and HEAD are answered. Calls of `/api` are `api`'s, where there is one.
 */
export function createAppHandler(root: string, pages: OwnPages, api: Answerer | null = null): Answerer {
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
    const type = contentType(relative) ?? 'application/octet-stream';
    return respond(body, type, asset.kind === 'page' ? 'no-store' : 'no-cache');
  };
}

function respond(body: string | Uint8Array<ArrayBuffer>, type: string, cache: string): Response {
  return new Response(body, { headers: { ...safetyHeaders, 'Content-Type': type, 'Cache-Control': cache } });
}

function refuse(status: number): Response {
  return new Response(null, { status, headers: safetyHeaders });
}
