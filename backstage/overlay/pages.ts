import type { IncomingMessage, ServerResponse } from 'node:http';
import { FOR_EVER, fileTypes, readBuiltFile } from '../builtFiles.ts';
import type { Picture } from './overlayEndpoint.ts';

export const OVERLAY_PATH = '/overlay/';
/** Pictures are named by a hash of their content, so a page may cache them for ever. */
export const PICTURE_PATH = '/overlay/picture/';

interface PagesOptions {
  /** The folder with the built pages. */
  dir: string;
  /** Origins that may frame the pages in addition to the hub's own, as sources of a content security policy. */
  frames?: readonly string[];
  picture: (hash: string) => Picture | null | Promise<Picture | null>;
  /** Additional headers of every response. */
  headers?: Readonly<Record<string, string>>;
}

/** A page that reports that the hub is running. A local file loads it in a hidden frame. */
const READY_PAGE =
  '<!doctype html><meta charset="utf-8"><title>Ringside</title><script src="ready.js"></script>';
const READY_SCRIPT = "parent.postMessage('ringside-ready', '*');\n";

const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

interface Answer {
  status: number;
  type: string;
  body: string | Uint8Array;
  cache?: string;
  /** A picture, which is no page: it may not run or load anything if it is opened by itself. */
  isPicture?: boolean;
  /** Every site may frame it, because it has no content. */
  open?: boolean;
}

/** Answers requests below `/overlay/`: the pages, and the anchors' pictures by their hashes. */
export function createPages(options: PagesOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = await answerTo(request, options);
    response.writeHead(answer.status, {
      ...options.headers,
      'content-type': answer.type,
      'cache-control': answer.cache ?? 'no-cache',
      'content-security-policy': answer.isPicture
        ? PICTURE_POLICY
        : policy(request.headers.host ?? '', answer.open ? null : (options.frames ?? [])),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    });
    response.end(request.method === 'HEAD' ? undefined : answer.body);
  };
}

async function answerTo(request: IncomingMessage, { dir, picture }: PagesOptions): Promise<Answer> {
  const path = (request.url ?? '').split('?')[0] ?? '';
  if (request.method !== 'GET' && request.method !== 'HEAD') return text(405, 'Method Not Allowed');
  if (path.startsWith(PICTURE_PATH)) {
    const found = await picture(path.slice(PICTURE_PATH.length));
    if (found === null) return text(404, 'Not Found');
    return { status: 200, type: found.type, body: found.bytes, cache: FOR_EVER, isPicture: true };
  }
  const name = path.slice(OVERLAY_PATH.length);
  if (name === 'ready') return { status: 200, type: fileTypes['.html'], body: READY_PAGE, open: true };
  if (name === 'ready.js') return { status: 200, type: fileTypes['.js'], body: READY_SCRIPT, open: true };
  const file = name === '' ? 'index.html' : name;
  const built = await readBuiltFile(dir, file);
  if (built !== null) return { status: 200, ...built };
  return file === 'index.html' ? text(503, 'The overlay pages are not built.') : text(404, 'Not Found');
}

function text(status: number, body: string): Answer {
  return { status, type: 'text/plain; charset=utf-8', body };
}

/**
 * The content security policy: a page loads from its hub and connects to it only. Inline styles are allowed, because
 * streaming software adds the host's own CSS in that way.
 */
function policy(host: string, frames: readonly string[] | null): string {
  const sockets = /^[a-z0-9.:[\]-]+$/i.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self'${sockets}`,
    // A scene's page frames the pages of its widgets.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    // No policy source matches a local file, so leave the directive out for pages that a file frames.
    ...(frames === null ? [] : [`frame-ancestors ${["'self'", ...frames].join(' ')}`]),
  ].join('; ');
}
