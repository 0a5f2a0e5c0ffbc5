import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { type ApiQueryOptions, useApiQuery } from '#renderer/data/queries/apiQueries.ts';
import type { ApiCall } from '#shared/contract/api/call.ts';
import { MAX_PAGE_SIZE, type Page } from '#shared/contract/api/fields.ts';

/** A call that returns a page of rows. */
export type ListCall<R> = ApiCall<z.ZodType, z.ZodType, z.ZodType, z.ZodType<Page<R>>>;

export interface List<R> {
  /** Undefined until the first page is loaded. */
  rows: readonly R[] | undefined;
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

/**
 * Loads one page of a list. Page, order, search and filters are stored in the URL, so that back navigation and
 * shared links show the same rows. Any change of them clears the selection.
 * @param filters names of the filters that the call's query accepts
 */
export function useList<R extends { id: number }>(
  call: ListCall<R>,
  filters: readonly string[] = [],
  options: ApiQueryOptions = {},
): List<R> {
  const [params, setParams] = useSearchParams();
  const page = wholeNumber(params.get('page'), 1, 1_000_000);
  const size = wholeNumber(params.get('size'), DEFAULT_SIZE, MAX_PAGE_SIZE);
  const sort = params.get('sort');
  const order = params.get('order') === 'desc' ? 'desc' : 'asc';
  const search = params.get('search') ?? '';

  const query: Record<string, string> = {};
  for (const name of ['search', ...filters]) {
    const value = params.get(name) ?? '';
    if (value !== '') query[name] = value;
  }
  if (sort !== null) Object.assign(query, { sort, order });
  const input = { params: { page, size }, query };
  const { data, error, isFetching, refetch } = useApiQuery(call, input, options);
  const { selected, select, clear } = useSelection(data?.rows);

  const change = useCallback(
    (values: Readonly<Record<string, string>>) => {
      clear();
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
    [setParams, clear],
  );

  return useMemo(
    () => ({
      rows: data?.rows,
      total: data?.total ?? 0,
      error,
      loading: isFetching,
      reload: () => void refetch(),
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
    [data, error, isFetching, refetch, page, size, sort, order, search, params, change, selected, select],
  );
}

/** Selects rows by id. A row that leaves the list is deselected. */
export function useSelection(rows: readonly { id: number }[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const selected = useMemo(
    () => new Set((rows ?? []).map(({ id }) => id).filter((id) => ids.has(id))),
    [rows, ids],
  );
  const select = useCallback((changed: readonly number[], on: boolean) => {
    setIds((before) => {
      const next = new Set(before);
      for (const id of changed) {
        if (on) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const clear = useCallback(() => setIds(new Set()), []);
  return { selected, select, clear };
}

function wholeNumber(text: string | null, fallback: number, most: number): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Math.min(Number(text), most) : fallback;
}
