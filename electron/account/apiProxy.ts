import { accountCalls, DEVICE_HEADER, NEW_DEVICE } from '#shared/contract/api/account.ts';
import { apiCodes, type Envelope, envelopeSchema, NO_TOKEN } from '#shared/contract/api/call.ts';
import { tokenSchema } from '#shared/contract/api/fields.ts';
import { TOKEN_IN_APP } from '#shared/contract/desktop.ts';
import { safetyHeaders } from '../safety/contentPolicy.ts';
import type { Log } from '../system/logFile.ts';
import type { SignIn } from './signIn.ts';

export const API_PREFIX = '/api/';

interface ApiProxyOptions {
  /** The origin of the server; null when no server is set. */
  server: () => string | null;
  signIn: SignIn;
  /** Sends a request to the server. */
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** An error message of the proxy itself, in the host's language. */
  message: (key: 'noServer' | 'tooLarge') => string;
  userAgent: string;
  log: Log;
  /** Time limit of a request (ms). It exceeds the page's own limit, so that the page times out first. */
  timeoutMs?: number;
}

const methods = new Set(['GET', 'POST', 'PUT', 'DELETE']);
/** Request headers that the proxy forwards. It drops all others. */
const forwardedRequestHeaders = ['accept', 'accept-language', 'content-type', 'time-zone'];
const forwardedResponseHeaders = ['content-type', 'content-disposition', 'retry-after'];
/** Response types that the proxy forwards: a browser neither runs them nor shows them as a page of the app. */
const forwardedTypes = /^(?:application\/json|text\/csv)(?:;|$)/i;
/** Largest request body. The largest legitimate one is a preset with its pictures. */
const MAX_REQUEST_BYTES = 13 * 1024 * 1024;
/** Largest response body. The largest legitimate one is the export of an account's data. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 65_000;

const signOutPath = `/api${accountCalls.signout.path}`;
/** Paths of the calls that return a token. */
const signInPaths = new Set([accountCalls.signin, accountCalls.signinOnce].map(({ path }) => `/api${path}`));

/**
 * Creates a handler that forwards the page's `/api` calls to the host's server. It adds the sign-in token to requests
 * and removes new tokens from responses, so that no page ever sees a token. It refuses paths outside `/api/`, other
 * methods, bodies over the limits, and responses that are neither JSON nor CSV.
 */
export function createApiProxy(options: ApiProxyOptions): (request: Request) => Promise<Response> {
  const { signIn, log, timeoutMs = TIMEOUT_MS } = options;

  const forward = async (request: Request, server: string, url: URL): Promise<Response> => {
    const token = signIn.tokenFor(server);
    const requestBody = await readLimited(request.body, MAX_REQUEST_BYTES);
    const response = await options.fetch(`${server}${url.pathname}${url.search}`, {
      method: request.method,
      headers: {
        ...pickHeaders(request.headers, forwardedRequestHeaders),
        'user-agent': options.userAgent,
        [DEVICE_HEADER]: signIn.deviceFor(server) ?? NEW_DEVICE,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: requestBody.length === 0 ? undefined : requestBody,
      redirect: 'error',
      credentials: 'omit',
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]),
    });
    const type = response.headers.get('content-type') ?? '';
    if (!forwardedTypes.test(type)) {
      await response.body?.cancel();
      throw new Error(`an answer of the type '${type}'`);
    }
    const bytes = await readLimited(response.body, MAX_RESPONSE_BYTES).catch((error: unknown) => {
      // Wrap the error: BodyTooLarge would be reported to the page as a request that is too large.
      throw new Error(`an answer that cannot be read: ${String(error)}`);
    });
    const envelope = parseEnvelope(type, bytes);
    // Compare the tokens: another sign-in may have happened since the request was sent.
    if (reportsSignedOut(envelope) && token !== null && signIn.tokenFor(server) === token) signIn.forget();
    const { body, token: newToken } = extractToken(url.pathname, envelope, bytes);
    if (newToken !== null) signIn.storeToken(server, newToken);
    const device = tokenSchema.safeParse(response.headers.get(DEVICE_HEADER));
    if (device.success) signIn.storeDevice(server, device.data);
    return respond(response.status, pickHeaders(response.headers, forwardedResponseHeaders), body);
  };

  return async (request) => {
    const url = new URL(request.url);
    if (!methods.has(request.method)) return respondError(405, apiCodes.invalid, '');
    if (!isApiPath(url.pathname)) return respondError(404, apiCodes.notFound, '');
    const server = options.server();
    if (server === null) return respondError(404, apiCodes.notFound, options.message('noServer'));
    try {
      return await forward(request, server, url);
    } catch (error) {
      if (error instanceof BodyTooLarge) {
        return respondError(413, apiCodes.tooLarge, options.message('tooLarge'));
      }
      log('warn', `${request.method} ${url.pathname} failed: ${String(error)}`);
      return Response.error();
    } finally {
      // Sign out on this device even if the server refuses or cannot be reached.
      if (url.pathname === signOutPath) signIn.forget();
    }
  };
}

/** Whether every server reads the path in the same way: below `/api/`, without dot segments or encoded slashes. */
function isApiPath(pathname: string): boolean {
  return pathname.startsWith(API_PREFIX) && !/%2e|%2f|%5c|\/\/|\/\.{1,2}(?:\/|$)/i.test(pathname);
}

/** Parses the envelope of a JSON response. Returns null for other types and for JSON without an envelope. */
function parseEnvelope(type: string, bytes: Uint8Array): Envelope | null {
  if (!/^application\/json/i.test(type)) return null;
  try {
    const parsed = envelopeSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Whether the response reports that the token is missing or no longer valid. */
function reportsSignedOut(envelope: Envelope | null): boolean {
  if (envelope === null) return false;
  return (
    envelope.code === apiCodes.signedOut || (envelope.code === apiCodes.fault && envelope.msg === NO_TOKEN)
  );
}

/** Replaces the token in the response of a sign-in call. Returns the body for the page and the token, if any. */
function extractToken(
  pathname: string,
  envelope: Envelope | null,
  bytes: Uint8Array<ArrayBuffer>,
): { body: string | Uint8Array<ArrayBuffer>; token: string | null } {
  if (envelope === null || !signInPaths.has(pathname) || envelope.code !== apiCodes.success) {
    return { body: bytes, token: null };
  }
  const token = tokenSchema.safeParse(envelope.data);
  const data = token.success ? TOKEN_IN_APP : null;
  return { body: JSON.stringify({ ...envelope, data }), token: token.success ? token.data : null };
}

/** A body exceeds its limit. */
class BodyTooLarge extends Error {}

/**
 * Reads a whole body.
 * @throws BodyTooLarge and cancels the stream when the body exceeds `maxBytes`
 */
async function readLimited(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new BodyTooLarge(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

function pickHeaders(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function respondError(status: number, code: number, msg: string): Response {
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
