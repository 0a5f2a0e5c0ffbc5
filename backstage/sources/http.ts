import { RingsideError } from '#shared/contract/error.ts';
import { Unanswered } from '#shared/live/source.ts';

export type Fetch = typeof globalThis.fetch;

/** The largest response body (bytes). Expected responses have some kilobytes. */
const LARGEST_ANSWER = 4 * 1024 * 1024;

export interface Answer {
  status: number;
  headers: Headers;
  /** Reads the body, 4 MiB at most. */
  bytes(): Promise<Uint8Array>;
  /** Cancels the body without reading it. */
  discard(): Promise<void>;
}

/**
 * Makes a GET request. Follows no redirect, because a key in the headers must not reach another host. The caller
 * handles every status except 429 and 5xx.
 *
 * @throws RingsideError room.unreachable without a response or for a status of 5xx, room.rateLimited for 429.
 */
export async function get(
  fetch: Fetch,
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await reached(() => fetch(url, { headers, signal, redirect: 'manual' }));
  const discard = async (): Promise<void> => {
    await response.body?.cancel().catch(() => {});
  };
  if (response.status === 429 || response.status >= 500) {
    await discard();
    if (response.status >= 500) throw new RingsideError('room.unreachable');
    const seconds = retryAfter(response.headers.get('retry-after'), Date.now());
    throw new RingsideError('room.rateLimited', seconds === undefined ? undefined : { seconds });
  }
  return {
    status: response.status,
    headers: response.headers,
    bytes: () => reached(() => readAll(response)),
    discard,
  };
}

/** Parses a Retry-After header to seconds. A date is relative to `now` (ms since 1970). Undefined if it is invalid. */
export function retryAfter(header: string | null | undefined, now: number): number | undefined {
  if (header === null || header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

async function readAll(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > LARGEST_ANSWER) throw new RingsideError('room.unreachable');
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

async function reached<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RingsideError) throw error;
    if (wasReached(error)) throw new RingsideError('room.unreachable');
    throw new Unanswered();
  }
}

/** Error codes of a connection that the other side accepted and then cut. */
const CUT_CODES: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Whether a request or a socket failed only after it had reached the other side, which may refuse it in this way. */
export function wasReached(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && CUT_CODES.includes(error.code)) || wasReached(error.cause);
}

/** Wraps `fetch` and calls `onDate` with the server's time (ms since 1970) of each response that has a Date header. */
export function fetchWithDates(fetch: Fetch, onDate: (date: number) => void): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const date = Date.parse(response.headers.get('date') ?? '');
    // A cached response has the date of the original. The Age header says how old it is (s).
    const age = Number(response.headers.get('age') ?? 0);
    if (Number.isFinite(date) && Number.isFinite(age)) onDate(date + age * 1000);
    return response;
  };
}
