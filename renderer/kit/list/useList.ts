import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import type { CallOptions } from '#renderer/data/api/types.ts';
import { useData } from '#renderer/data/api/useData.ts';
import type { ApiCall } from '#shared/contract/api/call.ts';
import type { Page } from '#shared/contract/api/page.ts';

/** A call that returns a page of rows. */
export type ListCall<R> = ApiCall<z.ZodType, z.ZodType, z.ZodType, z.ZodType<Page<R>>>;

export interface List<R> {
  rows: readonly R[] | null;
  total: number;
  error: Error | null;
  loading: boolean;
  reload(): void;
  page: number;
  size: number;
  sort: string | null;
  order: 'asc' | 'desc';
  search: string;
  /** A filter's value; '' if the filter is not set. */
  filter(name: string): string;
  setPage(page: number): void;
  setSize(size: number): void;
  /** Cycles a column through ascending, descending and the list's default order. */
  sortBy(column: string): void;
  /** Sets search, filters or order ('' unsets a value) and returns to the first page. */
  set(values: Readonly<Record<string, string>>): void;
  selected: ReadonlySet<number>;
  select(ids: readonly number[], on: boolean): void;
}

const DEFAULT_SIZE = 20;
const MAX_SIZE = 100;

/**
 * Loads one page of a list. Page, order, search and filters are stored in the URL, so that back navigation and
 * shared links show the same rows. Any change of them clears the selection.
 * @param filters names of the filters that the call's query accepts
 * @param fixed query parameters that do not come from the URL; null delays loading
 */
export function useList<R>(
  call: ListCall<R>,
  filters: readonly string[] = [],
  fixed: Readonly<Record<string, string>> | null = {},
  options: Pick<CallOptions, 'quiet'> = {},
): List<R> {
  const [params, setParams] = useSearchParams();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const page = wholeNumber(params.get('page'), 1, 1_000_000);
  const size = wholeNumber(params.get('size'), DEFAULT_SIZE, MAX_SIZE);
  const sort = params.get('sort');
  const order = params.get('order') === 'desc' ? 'desc' : 'asc';
  const search = params.get('search') ?? '';

  const query: Record<string, string> = { ...fixed };
  for (const name of ['search', ...filters]) {
    const value = params.get(name) ?? '';
    if (value !== '') query[name] = value;
  }
  if (sort !== null) Object.assign(query, { sort, order });
  const input = { params: { page, size }, query };
  const { data, error, loading, reload } = useData(call, fixed === null ? null : input, options);

  const change = useCallback(
    (values: Readonly<Record<string, string>>) => {
      setSelected(new Set());
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(values)) {
            if (value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { preventScrollReset: true, replace: true },
      );
    },
    [setParams],
  );
  const select = useCallback((ids: readonly number[], on: boolean) => {
    setSelected((before) => {
      const next = new Set(before);
      for (const id of ids) {
        if (on) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const reloadAndClear = useCallback(() => {
    setSelected(new Set());
    reload();
  }, [reload]);

  return useMemo(
    () => ({
      rows: data?.rows ?? null,
      total: data?.total ?? 0,
      error,
      loading,
      reload: reloadAndClear,
      page,
      size,
      sort,
      order,
      search,
      filter: (name) => params.get(name) ?? '',
      setPage: (to) => change({ page: String(to) }),
      setSize: (to) => change({ page: '', size: String(to) }),
      sortBy: (column) => {
        if (sort !== column) change({ page: '', sort: column, order: 'asc' });
        else if (order === 'asc') change({ page: '', order: 'desc' });
        else change({ page: '', sort: '', order: '' });
      },
      set: (values) => change({ page: '', ...values }),
      selected,
      select,
    }),
    [data, error, loading, reloadAndClear, page, size, sort, order, search, params, change, selected, select],
  );
}

function wholeNumber(text: string | null, fallback: number, most: number): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Math.min(Number(text), most) : fallback;
}
