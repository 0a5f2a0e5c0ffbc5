import type { AxiosInstance, AxiosResponse } from 'axios';
import type { ApiCall } from '#shared/contract/api/call.ts';
import type { CallOptions } from './types.ts';

export interface RawInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const ATTEMPTS = 3;
const FIRST_WAIT_MS = 300;
const PASSING_STATUSES = [502, 503, 504];

/** The call's path with its parameters put in. */
export function pathOf(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name] ?? '')));
}

/**
 * Sends a call and returns whatever answers, of any status. What may be repeated without changing anything
 * twice is sent up to three times while nothing answers or something in between says that the server is away.
 * Rejects with axios's error when nothing answers.
 */
export async function send(
  http: AxiosInstance,
  call: ApiCall,
  input: RawInput,
  options: CallOptions,
  wait: (ms: number) => Promise<void>,
): Promise<AxiosResponse<unknown>> {
  const repeatable = call.method === 'GET' || options.repeatable === true;
  for (let attempt = 1; ; attempt += 1) {
    const isLast = !repeatable || attempt === ATTEMPTS;
    try {
      const response = await http.request<unknown>({
        method: call.method,
        url: pathOf(call.path, input.params),
        params: input.query,
        ...(input.body === undefined ? {} : { data: input.body }),
        responseType: call.file === null ? 'json' : 'blob',
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      });
      if (isLast || !PASSING_STATUSES.includes(response.status)) return response;
    } catch (error) {
      if (isLast || !isPassing(error)) throw error;
    }
    await wait(FIRST_WAIT_MS * 3 ** (attempt - 1));
  }
}

/** A call that took its whole time is not sent again: the reader has waited a minute already. */
function isPassing(error: unknown): boolean {
  return !isCancelled(error) && !isTimeout(error);
}

export const isCancelled = (error: unknown): boolean => codeOf(error) === 'ERR_CANCELED';
export const isTimeout = (error: unknown): boolean =>
  codeOf(error) === 'ECONNABORTED' || codeOf(error) === 'ETIMEDOUT';

/** What axios calls the end of a request that got no answer. */
function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
