import { z } from 'zod';

/** All permissions, by the name that code uses. */
export const permissions = [
  'user:list',
  'user:add',
  'user:update',
  'user:status',
  'user:delete',
  'user:roles',
  'user:reset',
  'role:list',
  'role:add',
  'role:update',
  'role:status',
  'role:delete',
  'role:menus',
  'menu:list',
  'menu:add',
  'menu:update',
  'menu:delete',
  'dict:list',
  'dict:add',
  'dict:update',
  'dict:delete',
  'notice:list',
  'notice:add',
  'notice:update',
  'notice:publish',
  'notice:delete',
  'log:list',
  'log:export',
  'log:delete',
  'status:list',
  'status:drain',
  'version:list',
  'version:add',
  'version:update',
  'version:delete',
] as const;

const permissionSchema = z.enum(permissions);
export type Permission = z.infer<typeof permissionSchema>;

/** The roles that exist from the first start. The administrator always has every permission. */
export const defaultRoles = ['administrator', 'operator', 'host'] as const;

/** The response codes other than 200. */
export const apiCodes = {
  success: 200,
  invalid: 400,
  forbidden: 403,
  notFound: 404,
  /** The sign-in has expired, was revoked, or its account is disabled. HTTP 401. */
  signedOut: 405,
  conflict: 409,
  tooLarge: 413,
  tooMany: 429,
  /** Not signed in (HTTP 401, message NO_TOKEN), or a fault of the server (HTTP 500). */
  fault: 500,
  unavailable: 503,
} as const;

/** The message of the response to a call without a usable token. Not translated, because clients compare it. */
export const NO_TOKEN = '未能读取到有效 token';

export const envelopeSchema = z.object({ code: z.int(), msg: z.string(), data: z.unknown() });
export type Envelope = z.infer<typeof envelopeSchema>;

/** The `data` of a response without data. */
export const noData = z.null();

/** The `data` of a response with code 400: the wrong fields and their problems, in the user's language. */
export const fieldErrorsSchema = z.object({
  fields: z.array(z.object({ path: z.string(), msg: z.string() })),
});
export type FieldErrors = z.infer<typeof fieldErrorsSchema>;

/** The `data` of a response with code 429. */
export const waitSchema = z.object({ seconds: z.int() });

/** Who may make a call: everybody, signed-in users, or users with the named permission. */
type Access = 'public' | 'signedIn' | Permission;

/**
 * One call of `/api`. The server's handler, the client and the documentation are derived from it. `params` are the
 * parts of the path in braces. Each `query` value arrives as text and is coerced.
 */
export interface ApiCall<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  D extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  access: A;
  summary: string;
  params: P;
  query: Q;
  body: B;
  /** The `data` of a response with code 200. */
  data: D;
  /** The rate limit of this call in addition to the general ones; null for none. */
  limit: Limit | null;
  /** Maximum size of the body in bytes. */
  bodyLimit: number;
  /** The content type if the response is a file without the envelope; null otherwise. */
  file: string | null;
}

/** `secret` limits guesses of passwords and codes, `mail` the sending of mail, `heavy` expensive calls. */
export type Limit = 'secret' | 'mail' | 'heavy';

const nothing = z.object({});
type Nothing = typeof nothing;

const DEFAULT_BODY_LIMIT = 64 * 1024;

interface CallSpec<A, P, Q, B, D> {
  method: ApiCall['method'];
  path: string;
  access: A;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  data?: D;
  limit?: Limit;
  bodyLimit?: number;
  file?: string;
}

/** Describes a call. Omitted schemas are empty; the default body limit is 64 KiB. */
export function call<
  A extends Access,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  D extends z.ZodType = typeof noData,
>(spec: CallSpec<A, P, Q, B, D>): ApiCall<P, Q, B, D, A>;
export function call(spec: CallSpec<Access, z.ZodType, z.ZodType, z.ZodType, z.ZodType>): ApiCall {
  return {
    method: spec.method,
    path: spec.path,
    access: spec.access,
    summary: spec.summary,
    params: spec.params ?? nothing,
    query: spec.query ?? nothing,
    body: spec.body ?? nothing,
    data: spec.data ?? noData,
    limit: spec.limit ?? null,
    bodyLimit: spec.bodyLimit ?? DEFAULT_BODY_LIMIT,
    file: spec.file ?? null,
  };
}
