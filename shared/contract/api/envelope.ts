import { z } from 'zod';

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
