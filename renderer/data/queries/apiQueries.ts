import {
  keepPreviousData,
  skipToken,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { accountCalls } from '#shared/contract/api/account.ts';
import type { ApiCall } from '#shared/contract/api/call.ts';
import type { idParams } from '#shared/contract/api/fields.ts';
import { siteCalls } from '#shared/contract/api/site.ts';
import type { CallOptions, DataOf, InputOf } from '../api/client.ts';
import { usePage, useSettings } from '../hooks.ts';

/** The resource of a call, with which the keys of its queries begin: `role` for `/role/list/{page}/{size}`. */
function resourceOf(call: ApiCall): string {
  return call.path.split('/')[1] ?? '';
}

/** By resource: the other resources whose responses contain parts of it, such as titles and counts. */
const containedIn: Readonly<Record<string, readonly string[]>> = {
  user: ['role'],
  role: ['user', 'menu'],
  menu: ['role'],
  dict: ['dict_data'],
  dict_data: ['dict'],
  show: ['statistics'],
};

export interface ApiQueryOptions extends Pick<CallOptions, 'quiet'> {
  /** Milliseconds between two calls while the page is visible; false to stop. */
  pollEvery?: number | false;
  /** Does not reuse or replace the response, because the user edits a copy of it. */
  edited?: boolean;
}

/**
 * Loads a call's response. Keeps the previous response while it loads another one for a new input or language. A null
 * `input` loads nothing.
 */
export function useApiQuery<C extends ApiCall>(
  call: C,
  input: InputOf<C> | null,
  { quiet, pollEvery = false, edited = false }: ApiQueryOptions = {},
): UseQueryResult<DataOf<C>> {
  const { api } = usePage();
  const language = useSettings((state) => state.language);
  return useQuery<DataOf<C>>({
    queryKey: [resourceOf(call), call.path, input, language],
    queryFn: input === null ? skipToken : ({ signal }) => api.call(call, input, { quiet, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery,
    refetchOnWindowFocus: pollEvery !== false,
    staleTime: edited ? Number.POSITIVE_INFINITY : pollEvery || 0,
    ...(edited && { gcTime: 0 }),
  });
}

/**
 * Runs a call that changes a resource, then reloads the responses on screen that contain it.
 * @param options shows the server's message after success unless `announce` is false
 */
export function useApiMutation<C extends ApiCall>(
  call: C,
  options: Pick<CallOptions, 'announce' | 'quiet'> = {},
): UseMutationResult<DataOf<C>, Error, InputOf<C>> {
  const { api, session } = usePage();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<C>) => api.call(call, input, { announce: true, ...options }),
    onSuccess: () => {
      const resource = resourceOf(call);
      for (const changed of [resource, ...(containedIn[resource] ?? [])]) {
        void client.invalidateQueries({ queryKey: [changed] });
      }
      // The session store has the name, permissions and menus of the signed-in account.
      if (['user', 'role', 'menu'].includes(resource)) void session.reloadInfo();
    },
  });
}

/** Loads one record for its form; a null `id` is a new record. */
export function useRecord<D extends z.ZodType>(
  calls: { echo: ApiCall<typeof idParams, z.ZodType, z.ZodType, D> },
  id: number | null,
): UseQueryResult<z.output<D>> {
  return useApiQuery(calls.echo, id === null ? null : { params: { id } }, { edited: true });
}

/** Public facts about the server. */
export const useSiteInfo = () => useApiQuery(siteCalls.info, {}, { quiet: true });

/** The profile of the signed-in account, to be edited. */
export const useProfile = () => useApiQuery(accountCalls.profile, {}, { edited: true });
