import type { AxiosInstance, AxiosResponse } from 'axios';
import type { z } from 'zod';
import { type ApiCall, apiCodes, envelopeSchema } from '#shared/contract/api/call.ts';
import { parseJson } from '#shared/json.ts';
import type { ToastSeverity, ToastText } from '../stores/toastStore.ts';
import { AbortedCall, ApiError, errorText, TransportError } from './apiError.ts';

/** A part of a call's input. A string field also accepts a number. */
type Loose<T> = { [K in keyof T]: string extends T[K] ? T[K] | number : T[K] };

type Part<Name extends string, T> =
  Record<never, never> extends T ? { [K in Name]?: Loose<T> } : { [K in Name]: Loose<T> };

/** A call's input: path `params`, `query` and `body`, each only if the call has it. */
export type InputOf<C extends ApiCall> = Part<'params', z.input<C['params']>> &
  Part<'query', z.input<C['query']>> &
  Part<'body', z.input<C['body']>>;

export type DataOf<C extends ApiCall> = z.output<C['data']>;

export interface CallOptions {
  /** Aborts the call, which then rejects with an AbortedCall and shows no toast. */
  signal?: AbortSignal;
  /** Shows no error toast, for a call that the user did not start. */
  quiet?: boolean;
  /** Shows the response's message as a toast after success. */
  announce?: boolean;
  /** Allows retries although the call is not a GET, because it is idempotent. */
  repeatable?: boolean;
}

const TIMEOUT_MS = 60_000;

export interface ApiOptions {
  /** `/api` on the page's own origin, or an absolute URL. */
  baseUrl: string;
  token(): string | null;
  /** The language of the server's messages. */
  language(): string;
  /** IANA time zone name, which defines the server's day boundaries. */
  timeZone(): string;
  show(text: ToastText, severity: ToastSeverity): void;
  /** Called when the session has ended on the server. `quiet` if the user did not start the call. */
  onSignedOut(quiet: boolean): void;
  wait(ms: number): Promise<void>;
}

/**
 * Client of `/api`.
 * @throws ApiError, TransportError, AbortedCall
 */
export interface ApiClient {
  call<C extends ApiCall>(call: C, input: InputOf<C>, options?: CallOptions): Promise<DataOf<C>>;
  /** Runs a call that returns a file. */
  download<C extends ApiCall>(call: C, input: InputOf<C>, options?: CallOptions): Promise<Blob>;
}

export function createApiClient(options: ApiOptions): ApiClient {
  let opening: Promise<AxiosInstance> | null = null;
  /** Loads axios with the first call, to show the page sooner. */
  const http = (): Promise<AxiosInstance> => {
    opening ??= openHttp(options).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };

  /** Runs a call, shows its outcome as a toast and handles the end of the session. */
  async function run<T>(
    call: ApiCall,
    input: RawInput,
    callOptions: CallOptions,
    read: (response: AxiosResponse<unknown>) => Promise<{ data: T; msg: string }>,
  ): Promise<T> {
    try {
      const { data, msg } = await read(await send(await http(), call, input, callOptions, options.wait));
      if (callOptions.announce === true) options.show({ key: msg }, 'success');
      return data;
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error instanceof AbortedCall) throw error;
      const quiet = callOptions.quiet === true;
      if (!quiet) options.show(errorText(error), 'error');
      if (error instanceof ApiError && error.endsSession) options.onSignedOut(quiet);
      throw error;
    }
  }

  return {
    call: <C extends ApiCall>(call: C, input: InputOf<C>, callOptions: CallOptions = {}) =>
      run(call, input, callOptions, async (response) => {
        const { data, msg } = readEnvelope(response.data);
        const parsed = call.data.safeParse(data);
        if (!parsed.success) throw new TransportError({ key: 'web.badAnswer' }, parsed.error);
        return { data: parsed.data as DataOf<C>, msg };
      }),
    download: (call, input, callOptions = {}) =>
      run(call, input, callOptions, async ({ data, headers }) => {
        const blob =
          data instanceof Blob ? data : new Blob([typeof data === 'string' ? data : JSON.stringify(data)]);
        const type = String(headers['content-type'] ?? '');
        if (call.file !== null && type.startsWith(call.file)) return { data: blob, msg: '' };
        readEnvelope(parseJson(await blob.text()));
        throw new TransportError({ key: 'web.badAnswer' });
      }),
  };
}

async function openHttp(options: ApiOptions): Promise<AxiosInstance> {
  const { default: axios } = await import('axios');
  const http = axios.create({
    baseURL: options.baseUrl,
    timeout: TIMEOUT_MS,
    // Resolve for every status: the envelope in the body has the error.
    validateStatus: () => true,
  });
  http.interceptors.request.use((request) => {
    const token = options.token();
    if (token !== null) request.headers.set('Authorization', `Bearer ${token}`);
    request.headers.set('Accept-Language', options.language());
    request.headers.set('Time-Zone', options.timeZone());
    return request;
  });
  return http;
}

/**
 * Returns the response's data and message.
 * @throws ApiError if the code is not 200; TransportError if the body is not an envelope
 */
function readEnvelope(body: unknown): { data: unknown; msg: string } {
  const envelope = envelopeSchema.safeParse(body);
  if (!envelope.success) throw new TransportError({ key: 'web.badAnswer' }, envelope.error);
  const { code, msg, data } = envelope.data;
  if (code !== apiCodes.success) throw new ApiError(code, msg, data);
  return { data, msg };
}

/** Converts axios's errors to this module's errors. */
function toApiError(error: unknown): Error {
  if (error instanceof ApiError || error instanceof TransportError) return error;
  if (isCancelled(error)) return new AbortedCall();
  if (isTimeout(error)) return new TransportError({ key: 'web.timeout' }, error);
  return new TransportError({ key: 'web.unreachable' }, error);
}

interface RawInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const MAX_ATTEMPTS = 3;
/** The delay before the first retry; each further delay is three times as long. */
const FIRST_RETRY_MS = 300;
/** Statuses of a proxy whose server is temporarily unreachable. */
const TEMPORARY_STATUSES = [502, 503, 504];

/** Returns the call's path with its parameters filled in. */
function pathOf(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name] ?? '')));
}

/**
 * Sends a call and returns the response, whatever its status. Retries a GET or repeatable call up to twice after a
 * network error or a temporary status. Rejects with axios's error if there is no response.
 */
async function send(
  http: AxiosInstance,
  call: ApiCall,
  input: RawInput,
  options: CallOptions,
  wait: (ms: number) => Promise<void>,
): Promise<AxiosResponse<unknown>> {
  const repeatable = call.method === 'GET' || options.repeatable === true;
  for (let attempt = 1; ; attempt += 1) {
    const isLast = !repeatable || attempt === MAX_ATTEMPTS;
    try {
      const response = await http.request<unknown>({
        method: call.method,
        url: pathOf(call.path, input.params),
        params: input.query,
        data: input.body,
        responseType: call.file === null ? 'json' : 'blob',
        signal: options.signal,
      });
      if (isLast || !TEMPORARY_STATUSES.includes(response.status)) return response;
    } catch (error) {
      if (isLast || !isRetryable(error)) throw error;
    }
    await wait(FIRST_RETRY_MS * 3 ** (attempt - 1));
  }
}

/** True for an error that allows a retry. A timeout does not: the user has already waited for a minute. */
function isRetryable(error: unknown): boolean {
  return !isCancelled(error) && !isTimeout(error);
}

const isCancelled = (error: unknown): boolean => codeOf(error) === 'ERR_CANCELED';
const isTimeout = (error: unknown): boolean =>
  codeOf(error) === 'ECONNABORTED' || codeOf(error) === 'ETIMEDOUT';

/** Returns axios's error code. */
function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
