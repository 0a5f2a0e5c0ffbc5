import { asc, desc, ilike, inArray, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Language, Page } from '#shared/contract/api/fields.ts';
import { keysContaining } from './language.ts';

/** SQL condition: any of the columns contains the text, ignoring case. Undefined without a text. */
export function searchIn(text: string | undefined, columns: readonly PgColumn[]): SQL | undefined {
  if (text === undefined || text === '') return undefined;
  return or(...columns.map((column) => contains(column, text)));
}

/**
 * Like `searchIn`, for titles that may be translation keys. Searches the translation that the reader sees; `kinds` are
 * the prefixes of such keys.
 */
export function searchTitled(
  text: string | undefined,
  { columns, title, kinds }: { columns: readonly PgColumn[]; title: PgColumn; kinds: readonly string[] },
  language: Language,
): SQL | undefined {
  if (text === undefined || text === '') return undefined;
  const keys = kinds.flatMap((kind) => keysContaining(language, kind, text));
  return or(searchIn(text, columns), inArray(title, keys));
}

/** SQL condition: a column contains a text literally. Escapes the wildcards of patterns. */
export function contains(column: PgColumn, text: string): SQL {
  return ilike(column, `%${text.replace(/[\\%_]/g, '\\$&')}%`);
}

interface Sorting {
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** Returns the order of a query, with `tieBreaker` for equal rows. */
export function orderOf<C extends Record<string, PgColumn>>(
  query: Sorting,
  columns: C,
  fallback: { sort: keyof C & string; order: 'asc' | 'desc' },
  tieBreaker: PgColumn,
): SQL[] {
  const column = columns[query.sort ?? fallback.sort] ?? tieBreaker;
  const direction =
    (query.order ?? (query.sort === undefined ? fallback.order : 'asc')) === 'asc' ? asc : desc;
  return column === tieBreaker ? [direction(column)] : [direction(column), direction(tieBreaker)];
}

/** The SQL window of a page. */
export const windowOf = ({ page, size }: { page: number; size: number }) => ({
  limit: size,
  offset: (page - 1) * size,
});

export const pageOf = <R>(
  { page, size }: { page: number; size: number },
  total: number,
  rows: R[],
): Page<R> => ({ total, page, size, rows });

/** Returns the total number of rows. Runs `count` only if the page does not reveal the total. */
export async function totalOf(
  { page, size }: { page: number; size: number },
  found: number,
  count: () => PromiseLike<number>,
): Promise<number> {
  const before = (page - 1) * size;
  const isLast = found < size && (found > 0 || before === 0);
  return isLast ? before + found : count();
}
