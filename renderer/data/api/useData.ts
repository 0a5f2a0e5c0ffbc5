import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiCall } from '#shared/contract/api/call.ts';
import { usePage, useSettings } from '../hooks.ts';
import { AbortedCall } from './apiError.ts';
import type { CallOptions, DataOf, InputOf } from './types.ts';

export interface Loaded<T> {
  /** The last result, also during a reload; null before the first. */
  data: T | null;
  /** The error of the last attempt; null after success. */
  error: Error | null;
  loading: boolean;
  reload(): void;
}

/**
 * Loads a call's result, and reloads it when the input or the language changes. `input` is compared by content; null
 * loads nothing.
 */
export function useData<C extends ApiCall>(
  call: C,
  input: InputOf<C> | null,
  options: Pick<CallOptions, 'quiet'> = {},
): Loaded<DataOf<C>> {
  const { api } = usePage();
  const language = useSettings((state) => state.language);
  const [state, setState] = useState<{ data: DataOf<C> | null; error: Error | null; loading: boolean }>({
    data: null,
    error: null,
    loading: input !== null,
  });
  const [round, setRound] = useState(0);
  const latest = useRef({ call, input, options });
  latest.current = { call, input, options };
  const wanted = input === null ? null : `${language} ${round} ${JSON.stringify(input)}`;

  useEffect(() => {
    const { call: asked, input: given, options: chosen } = latest.current;
    if (wanted === null || given === null) return;
    const abort = new AbortController();
    setState((before) => ({ ...before, loading: true }));
    api.call(asked, given, { ...chosen, signal: abort.signal }).then(
      (data) => setState({ data, error: null, loading: false }),
      (error: unknown) => {
        if (error instanceof AbortedCall) return;
        const fault = error instanceof Error ? error : new Error(String(error));
        setState((before) => ({ ...before, error: fault, loading: false }));
      },
    );
    return () => abort.abort();
  }, [api, wanted]);

  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { ...state, reload };
}
