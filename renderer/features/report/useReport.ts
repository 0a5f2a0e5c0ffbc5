import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useRingside, useShowPhase } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import type { Show } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import type { AuditEntry, Report, ReportFilter, ReportViewer } from '#shared/contract/report.ts';

const PAGE = 500;

/** Do not cache for the next visit: an open show changes all the time. */
const gcTime = 0;

/** Returns the function that loads the list of shows and the report on screen again. */
export function useReloadReport(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries({ queryKey: ['shows'] }), [client]);
}

/** Loads all shows, newest first, again when another one opens. Undefined until they are loaded. */
export function useShows(): Show[] | undefined {
  const { call } = useRingside();
  const { phase, showId } = useShowPhase();
  const { data } = useQuery({
    queryKey: ['shows', 'list', showId],
    queryFn: async () => (await call('show.list', {})).shows,
    enabled: phase === 'none' || phase === 'following',
    placeholderData: keepPreviousData,
    gcTime,
  });
  return data;
}

export interface LoadedReport {
  /** The last report that was loaded; undefined after an error. */
  report: Report | undefined;
  busy: boolean;
  problem: Problem | null;
}

export function useReport(showId: string, filter: ReportFilter): LoadedReport {
  const { call } = useRingside();
  const { data, error, isFetching } = useQuery({
    queryKey: ['shows', 'report', showId, filter],
    queryFn: async () => (await call('report.read', { showId, filter })).report,
    placeholderData: keepPreviousData,
    gcTime,
  });
  if (error !== null) return { report: undefined, busy: isFetching, problem: problemOf(error) };
  return { report: data, busy: isFetching, problem: null };
}

export interface Paged<T> {
  items: T[];
  total: number;
  busy: boolean;
  /** Loads the next page. */
  more(): void;
}

/** Loads the viewers of a report page by page. Loads them again with another version of the report. */
export function useUsers({ showId, at }: Report, filter: ReportFilter): Paged<ReportViewer> {
  const { call } = useRingside();
  const shown = useShownCall();
  const query = useInfiniteQuery({
    queryKey: ['reportPages', 'users', showId, at, filter],
    queryFn: ({ pageParam: offset }) =>
      shown(call('report.viewers', { showId, filter, sort: 'votes', offset, limit: PAGE })),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.flatMap(({ viewers }) => viewers).length;
      return loaded < total ? loaded : null;
    },
    select: ({ pages }) => ({
      items: pages.flatMap(({ viewers }) => viewers),
      total: pages.at(-1)?.total ?? 0,
    }),
    gcTime,
  });
  return usePaged(query);
}

/** Loads the ledger rows of a report page by page, newest first. Loads them again with another version of the report. */
export function useRows({ showId, at }: Report, filter: ReportFilter): Paged<LedgerRow> {
  const { call } = useRingside();
  const shown = useShownCall();
  const query = useInfiniteQuery({
    queryKey: ['reportPages', 'rows', showId, at, filter],
    queryFn: ({ pageParam }) =>
      shown(call('report.rows', { showId, filter, limit: PAGE, before: pageParam ?? undefined })),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      items: pages.flatMap(({ rows }) => rows),
      total: pages.at(-1)?.total ?? 0,
    }),
    gcTime,
  });
  return usePaged(query);
}

/** Loads the operators' decisions page by page, newest first. Loads them again with another version of the report. */
export function useAudit({ showId, at }: Report): Paged<AuditEntry> {
  const { call } = useRingside();
  const shown = useShownCall();
  const query = useInfiniteQuery({
    queryKey: ['reportPages', 'audit', showId, at],
    queryFn: ({ pageParam }) =>
      shown(call('report.audit', { showId, limit: PAGE, before: pageParam ?? undefined })),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => {
      const items = pages.flatMap(({ entries }) => entries);
      // The number of further entries is unknown: one more row than there are makes the table ask for them.
      return { items, total: items.length + (pages.at(-1)?.next === null ? 0 : 1) };
    },
    gcTime,
  });
  return usePaged(query);
}

/** Returns a function that shows a failed call as a toast. */
function useShownCall() {
  const { showProblem } = useRingside();
  return async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      showProblem(problemOf(error));
      throw error;
    }
  };
}

function usePaged<T>({
  data,
  fetchNextPage,
}: {
  data: { items: T[]; total: number } | undefined;
  fetchNextPage(options: { cancelRefetch: false }): Promise<unknown>;
}): Paged<T> {
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  return { items: data?.items ?? [], total: data?.total ?? 0, busy: data === undefined, more };
}
