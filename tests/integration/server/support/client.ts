import type { z } from 'zod';
import { type ApiCall, envelopeSchema } from '#shared/contract/api/call.ts';

export interface CallInput {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
  /** The sender's address. Defaults to a new one for each call. */
  from?: string;
}

interface Answer<D> {
  status: number;
  headers: Headers;
  code: number;
  msg: string;
  /** The data of a response with code 200. Reading it throws for any other code. */
  data: D;
  /** The data of any response. */
  raw: unknown;
}

let senders = 0;

/** Returns an address that no other call of the test has. */
export function newSender(): string {
  senders += 1;
  return `10.${(senders >> 16) & 255}.${(senders >> 8) & 255}.${senders & 255}`;
}

export class ApiClient {
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  /** Sends a request to any path, and returns the response as text. */
  async send(method: string, path: string, input: CallInput & { text?: string } = {}) {
    const { body, token, headers, from = newSender(), query = {}, text } = input;
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const hasBody = text !== undefined || body !== undefined;
    const response = await fetch(`${this.#base}/api${path}${search.size > 0 ? `?${search}` : ''}`, {
      method,
      headers: {
        'accept-language': 'en',
        'x-forwarded-for': from,
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(hasBody ? { body: text ?? JSON.stringify(body) } : {}),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Makes a call. Throws if the response is not an envelope, or if its data does not match the contract. */
  async call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
    call: ApiCall<P, Q, B, D>,
    input: CallInput = {},
  ): Promise<Answer<z.output<D>>> {
    const path = call.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
      encodeURIComponent(String(input.params?.[name] ?? '')),
    );
    const { status, headers, text } = await this.send(call.method, path, input);
    const envelope = envelopeSchema.safeParse(JSON.parse(text));
    if (!envelope.success) throw new Error(`${path} answered ${status} ${text.slice(0, 300)}`);
    const { code, msg, data: raw } = envelope.data;
    return {
      status,
      headers,
      code,
      msg,
      raw,
      get data() {
        if (code !== 200) throw new Error(`${call.path} answered ${code}: ${msg} ${JSON.stringify(raw)}`);
        return call.data.parse(raw);
      },
    };
  }
}
