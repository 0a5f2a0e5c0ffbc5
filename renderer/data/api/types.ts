import type { z } from 'zod';
import type { ApiCall } from '#shared/contract/api/call.ts';

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
