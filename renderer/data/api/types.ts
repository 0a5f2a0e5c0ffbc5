import type { z } from 'zod';
import type { ApiCall } from '#shared/contract/api/call.ts';

/** A part of a call's input. What is text on the wire may be given as a number. */
type Given<T> = { [K in keyof T]: string extends T[K] ? T[K] | number : T[K] };

type Part<Name extends string, T> =
  Record<never, never> extends T ? { [K in Name]?: Given<T> } : { [K in Name]: Given<T> };

/** What a call takes: `params` of its path, `query` and `body`, each only where the call has it. */
export type InputOf<C extends ApiCall> = Part<'params', z.input<C['params']>> &
  Part<'query', z.input<C['query']>> &
  Part<'body', z.input<C['body']>>;

export type DataOf<C extends ApiCall> = z.output<C['data']>;

export interface CallOptions {
  /** Ends the call; it then rejects with an AbortedCall, and nothing is shown. */
  signal?: AbortSignal;
  /** Shows no toast: for what the page asks by itself. */
  quiet?: boolean;
  /** Shows the answer's message when the call has succeeded. */
  announce?: boolean;
  /** The call may be sent again after a failure even though it is no GET. */
  repeatable?: boolean;
}
