import { asc, desc, ilike, inArray, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Language } from '#shared/contract/api/fields.ts';
import type { Page } from '#shared/contract/api/page.ts';
import { keysThatSay } from './language.ts';

/** Where any of the columns contains the text, case ignored; nothing when there is no text. */
export function searchIn(text: string | undefined, columns: readonly PgColumn[]): SQL | undefined {
  if (text === undefined || text === '') return undefined;
  return or(...columns.map((column) => contains(column, text)));
}

/**
 * The same where one of the columns is a title that may be a key of a sentence (`kinds` are what such keys begin
 * with): what is looked for is what the reader reads.
 */
export function searchTitled(
  text: string | undefined,
  { columns, title, kinds }: { columns: readonly PgColumn[]; title: PgColumn; kinds: readonly string[] },
  language: Language,
): SQL | undefined {
  if (text === undefined || text === '') return undefined;
  const keys = kinds.flatMap((kind) => keysThatSay(language, kind, text));
  return or(searchIn(text, columns), inArray(title, keys));
}

/** Where a column contains a text as it is: what a pattern would take for a wildcard is a character. */
export function contains(column: PgColumn, text: string): SQL {
  return ilike(column, `%${text.replace(/[\\%_]/g, '\\$&')}%`);
}

interface Sorting {
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** The order that a query asks for, by one of the columns; rows that are equal in it stay in one order. */
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

/** The page's place among the rows. */
export const windowOf = ({ page, size }: { page: number; size: number }) => ({
  limit: size,
  offset: (page - 1) * size,
});

export const pageOf = <R>(
  { page, size }: { page: number; size: number },
  total: number,
  rows: R[],
): Page<R> => ({ total, page, size, rows });

/** How many rows there are in all, of which a page was found; they are counted only where the page does not tell. */
export async function totalOf(
  { page, size }: { page: number; size: number },
  found: number,
  count: () => PromiseLike<number>,
): Promise<number> {
  const before = (page - 1) * size;
  const isLast = found < size && (found > 0 || before === 0);
  return isLast ? before + found : count();
}
