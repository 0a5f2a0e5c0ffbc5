import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { NamedSeason } from '#shared/contract/season.ts';
import { useRingside } from '../hooks.ts';

/** Loads the periods that the host has named; undefined until then. */
export function useNamedSeasons(): NamedSeason[] | undefined {
  const { call } = useRingside();
  const { data } = useQuery({
    queryKey: ['shows', 'seasons'],
    queryFn: async () => (await call('season.list', {})).seasons,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return data;
}
