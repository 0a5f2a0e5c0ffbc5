import { z } from 'zod';

export const MAX_PAGE_SIZE = 100;

const bounded = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'api.field.number')
    .transform(Number)
    .pipe(z.int().max(max));

/** `/{page}/{size}`: pages count from 1. */
export const pageParams = z.object({ page: bounded(1_000_000), size: bounded(MAX_PAGE_SIZE) });

export const searchText = z.string().trim().max(100);
export const orderSchema = z.enum(['asc', 'desc']);

/** Search and sort order of a list. `fields` are the fields that it can be sorted by. */
export const listQuery = <const F extends readonly [string, ...string[]]>(fields: F) =>
  z.object({
    search: searchText.optional(),
    sort: z.enum(fields).optional(),
    order: orderSchema.optional(),
  });

/** One page: `total` counts the rows of all pages. */
export const pageOf = <R extends z.ZodType>(row: R) =>
  z.object({ total: z.int(), page: z.int(), size: z.int(), rows: z.array(row) });

export interface Page<R> {
  total: number;
  page: number;
  size: number;
  rows: R[];
}
