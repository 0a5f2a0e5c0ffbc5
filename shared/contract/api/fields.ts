import { z } from 'zod';
import { emailAddress, patterns, phoneOfAnyCountry } from '../patterns.ts';

/** Fields that several calls share. The message of a rule is a text key in the locale files. */

const MAX_ID = 2_147_483_647;

/** The id of a stored row. */
export const idSchema = z.int().min(1).max(MAX_ID);
/** The id in a path or a query, where it arrives as text. */
const idText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'api.field.id')
  .transform(Number)
  .pipe(idSchema);

/** Up to 100 ids, separated by commas. */
export const idsText = z
  .string()
  .regex(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,99}$/, 'api.field.ids')
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .pipe(z.array(idSchema));

export const idParams = z.object({ id: idText });
export const idsParams = z.object({ ids: idsText });

/** Milliseconds since 1970. */
export const timeSchema = z.int();
const MAX_TIME = 8_640_000_000_000_000;
export const timeText = z
  .string()
  .regex(/^\d{1,16}$/, 'api.field.number')
  .transform(Number)
  .pipe(z.int().max(MAX_TIME));

export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'api.field.email')
  .regex(emailAddress, 'api.field.email');
export const passwordSchema = z.string().regex(patterns.newPassword, 'api.field.password');
/** A password that is only compared. Any text is valid, so that a stricter rule never locks an older account out. */
export const givenPasswordSchema = z.string().min(1, 'api.field.required').max(300, 'api.field.password');
export const codeSchema = z.string().regex(patterns.smsCode, 'api.field.code');
export const phoneSchema = z
  .string()
  .trim()
  .max(24, 'api.field.phone')
  .refine((text) => text === '' || phoneOfAnyCountry.test(text), 'api.field.phone');
/** A random secret of this server: a sign-in token, or the token in a one-time link. */
export const tokenSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'api.field.token');

export { type Language, languageSchema } from '../language.ts';
/** An IANA time zone such as Asia/Tokyo. The server checks whether the zone exists. */
export const timeZoneSchema = z.string().regex(/^[A-Za-z0-9_+/-]{1,64}$/, 'api.field.timeZone');

export const usernameSchema = z.string().trim().min(1, 'api.field.required').max(40);
/** The name of a role, route, permission or dictionary, as used in code. */
export const nameSchema = z.string().regex(/^[A-Za-z][A-Za-z0-9_:.-]{0,63}$/, 'api.field.name');
export const titleSchema = z.string().trim().min(1, 'api.field.required').max(80);
export const remarkSchema = z.string().trim().max(500);
/** The position of a row among its siblings, lowest first. */
export const sortSchema = z.int().min(0).max(10_000);
export const statusSchema = z.enum(['enabled', 'disabled']);

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
const orderSchema = z.enum(['asc', 'desc']);

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
