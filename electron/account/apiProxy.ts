import { accountCalls } from '#shared/contract/api/account.ts';
import { DEVICE_HEADER, NEW_DEVICE } from '#shared/contract/api/device.ts';
import { apiCodes } from '#shared/contract/api/envelope.ts';
import { tokenSchema } from '#shared/contract/api/fields.ts';
import { safetyHeaders } from '../safety/contentPolicy.ts';
import type { Log } from '../system/logFile.ts';
import { endsSignIn, readAnswer, withoutToken } from './answer.ts';
import { readWithin, TooLarge } from './readWithin.ts';
import type { SignIn } from './signIn.ts';

export const API_PREFIX = '/api/';

export interface ApiProxyOptions {
  /** The origin of the server, null when the host has set none. */
  server: () => string | null;
  signIn: SignIn;
  /** How requests leave; no cookies, no redirects. */
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** What the app says itself, in the host's language. */
  say: (what: 'noServer' | 'tooLarge') => string;
  userAgent: string;
  log: Log;
  /** Longer than a page waits, so that the page ends its calls itself. */
  timeoutMs?: number;
}

const methods = new Set(['GET', 'POST', 'PUT', 'DELETE']);
/** Everything else that a page or the browser adds stays here. */
const sentHeaders = ['accept', 'accept-language', 'content-type', 'time-zone'];
const answeredHeaders = ['content-type', 'content-disposition', 'retry-after'];
/** What a server may answer with. Nothing of it can run or be shown as a page of the app. */
const answeredTypes = /^(?:application\/json|text\/csv)(?:;|$)/i;
/** A preset with its pictures is the largest that is ever sent; everything about one's account that comes. */
const MOST_SENT = 13 * 1024 * 1024;
const MOST_ANSWERED = 64 * 1024 * 1024;
const TIMEOUT_MS = 65_000;

const signOutPath = `/api${accountCalls.signout.path}`;

/**
 * Passes the page's `/api` calls on to the host's server and puts the token in, which no page ever sees. Paths
 * outside of `/api/`, other methods, large bodies and answers that are no data are refused.
 */
export function createApiProxy(options: ApiProxyOptions): (request: Request) => Promise<Response> {
  const { signIn, log, timeoutMs = TIMEOUT_MS } = options;

  const pass = async (request: Request, server: string, url: URL): Promise<Response> => {
    const token = signIn.tokenFor(server);
    const sent = await readWithin(request.body, MOST_SENT);
    const answer = await options.fetch(`${server}${url.pathname}${url.search}`, {
      method: request.method,
      headers: {
        ...pick(request.headers, sentHeaders),
        'user-agent': options.userAgent,
        [DEVICE_HEADER]: signIn.deviceFor(server) ?? NEW_DEVICE,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(sent.length === 0 ? {} : { body: sent }),
      redirect: 'error',
      credentials: 'omit',
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]),
    });
    const type = answer.headers.get('content-type') ?? '';
    if (!answeredTypes.test(type)) {
      await answer.body?.cancel();
      throw new Error(`an answer of the type '${type}'`);
    }
    const bytes = await readWithin(answer.body, MOST_ANSWERED).catch((error: unknown) => {
      // Only what a page sends is its own fault.
      throw new Error(`an answer that cannot be read: ${String(error)}`);
    });
    const read = readAnswer(type, bytes);
    // Meanwhile somebody else may have signed in.
    if (endsSignIn(read) && token !== null && signIn.tokenFor(server) === token) signIn.forget();
    const { body, token: given } = withoutToken(url.pathname, read, bytes);
    if (given !== null) signIn.keep(server, given);
    const device = tokenSchema.safeParse(answer.headers.get(DEVICE_HEADER));
    if (device.success) signIn.keepDevice(server, device.data);
    return respond(answer.status, pick(answer.headers, answeredHeaders), body);
  };

  return async (request) => {
    const url = new URL(request.url);
    if (!methods.has(request.method)) return say(405, apiCodes.invalid, '');
    if (!isApiPath(url.pathname)) return say(404, apiCodes.notFound, '');
    const server = options.server();
    if (server === null) return say(404, apiCodes.notFound, options.say('noServer'));
    try {
      return await pass(request, server, url);
    } catch (error) {
      if (error instanceof TooLarge) return say(413, apiCodes.tooLarge, options.say('tooLarge'));
      log('warn', `${request.method} ${url.pathname} failed: ${String(error)}`);
      return Response.error();
    } finally {
      // Whatever the server says: who signs out here is signed out here.
      if (url.pathname === signOutPath) signIn.forget();
    }
  };
}

/** A path below `/api/` that every server reads in the same way: nothing in it is a slash or a dot in disguise. */
function isApiPath(pathname: string): boolean {
  return pathname.startsWith(API_PREFIX) && !/%2e|%2f|%5c|\/\/|\/\.{1,2}(?:\/|$)/i.test(pathname);
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function say(status: number, code: number, msg: string): Response {
  const body = JSON.stringify({ code, msg, data: null });
  return respond(status, { 'content-type': 'application/json; charset=utf-8' }, body);
}

function respond(
  status: number,
  headers: Record<string, string>,
  body: string | Uint8Array<ArrayBuffer>,
): Response {
  return new Response(body, {
    status,
    headers: { ...headers, ...safetyHeaders, 'Cache-Control': 'no-store' },
  });
}
