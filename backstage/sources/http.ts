import { RingsideError } from '#shared/contract/error.ts';

export type Fetch = typeof globalThis.fetch;

/** Answers that Ringside wants are some kilobytes; a larger one is not one of them. */
const LARGEST_ANSWER = 4 * 1024 * 1024;

export interface Answer {
  status: number;
  headers: Headers;
  /** Reads the body, 4 MiB at most. */
  bytes(): Promise<Uint8Array>;
  /** Lets go of a body that nobody wants to read. */
  discard(): Promise<void>;
}

/**
 * A GET request, which follows no redirect: a key in its headers must not go to another host. Rejects with room.unreachable when there is no answer or a server fault (5xx), and with
 * room.rateLimited for 429; every other status is the caller's to judge.
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

/** The header's seconds, or the time until its date (from `now`, ms); undefined when it says neither. */
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
    throw new RingsideError('room.unreachable');
  }
}
