import type { AxiosInstance, AxiosResponse } from 'axios';
import type { ApiCall } from '#shared/contract/api/call.ts';
import { apiCodes, envelopeSchema } from '#shared/contract/api/envelope.ts';
import type { ToastSeverity, ToastText } from '../stores/toastStore.ts';
import { AbortedCall, ApiError, TransportError, textOf } from './apiError.ts';
import { isCancelled, isTimeout, type RawInput, send } from './request.ts';
import type { CallOptions, DataOf, InputOf } from './types.ts';

const TIMEOUT_MS = 60_000;

export interface ApiOptions {
  /** `/api` on the page's own origin, or a whole address. */
  baseUrl: string;
  token(): string | null;
  /** The stored language, which messages come in. */
  language(): string;
  /** An IANA name, by which days are counted. */
  timeZone(): string;
  show(text: ToastText, severity: ToastSeverity): void;
  /** The server knows no sign-in of ours any more. `quiet` when the page had asked by itself. */
  onSignedOut(quiet: boolean): void;
  wait(ms: number): Promise<void>;
}

/** The calls of `/api`. Each rejects with an ApiError, a TransportError or an AbortedCall. */
export interface ApiClient {
  call<C extends ApiCall>(call: C, input: InputOf<C>, options?: CallOptions): Promise<DataOf<C>>;
  /** For the calls that answer with a file. */
  download<C extends ApiCall>(call: C, input: InputOf<C>, options?: CallOptions): Promise<Blob>;
}

export function createApiClient(options: ApiOptions): ApiClient {
  let opening: Promise<AxiosInstance> | null = null;
  /** Loaded with the first call: a page is shown before it has asked for anything. */
  const http = (): Promise<AxiosInstance> => {
    opening ??= openHttp(options).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };

  /** The one place where an answer or its absence is judged. */
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
      const error = explain(thrown);
      if (error instanceof AbortedCall) throw error;
      const quiet = callOptions.quiet === true;
      if (!quiet) options.show(textOf(error), 'error');
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
    // Every status is an answer to be read; only what has none at all is an error.
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

/** The answer's data and message; throws an ApiError when its code is not 200. */
function readEnvelope(body: unknown): { data: unknown; msg: string } {
  const envelope = envelopeSchema.safeParse(body);
  if (!envelope.success) throw new TransportError({ key: 'web.badAnswer' }, envelope.error);
  const { code, msg, data } = envelope.data;
  if (code !== apiCodes.success) throw new ApiError(code, msg, data);
  return { data, msg };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function explain(error: unknown): Error {
  if (error instanceof ApiError || error instanceof TransportError) return error;
  if (isCancelled(error)) return new AbortedCall();
  if (isTimeout(error)) return new TransportError({ key: 'web.timeout' }, error);
  return new TransportError({ key: 'web.unreachable' }, error);
}
