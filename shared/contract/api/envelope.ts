import { z } from 'zod';

/** The codes that the server answers with besides 200. */
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
  /** Not signed in (HTTP 401, with the message NO_TOKEN) or the server's own fault (HTTP 500). */
  fault: 500,
  unavailable: 503,
} as const;

/** The message of a call without a usable token, the same in every language: clients compare it. */
export const NO_TOKEN = '未能读取到有效 token';

export const envelopeSchema = z.object({ code: z.int(), msg: z.string(), data: z.unknown() });
export type Envelope = z.infer<typeof envelopeSchema>;

/** The `data` of an answer that has none. */
export const noData = z.null();

/** The `data` of an answer with code 400: what is wrong with which field, in the reader's language. */
export const fieldErrorsSchema = z.object({
  fields: z.array(z.object({ path: z.string(), msg: z.string() })),
});
export type FieldErrors = z.infer<typeof fieldErrorsSchema>;

/** The `data` of an answer with code 429. */
export const waitSchema = z.object({ seconds: z.int() });
