import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { NamedSeason } from '#shared/contract/season.ts';
import { useRingside } from '../hooks.ts';

const queryKey = ['shows', 'seasons'];

/** Loads the periods that the host has named, also in another window; undefined until then. */
export function useNamedSeasons(): NamedSeason[] | undefined {
  const { call, link } = useRingside();
  const client = useQueryClient();
  useEffect(
    () =>
      link.onPush(({ push }) => {
        if (push === 'seasons') void client.invalidateQueries({ queryKey });
      }),
    [link, client],
  );
  const { data } = useQuery({
    queryKey,
    queryFn: async () => (await call('season.list', {})).seasons,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return data;
}
