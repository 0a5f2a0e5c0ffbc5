import type { FastifyInstance, FastifySchemaValidationError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { apiCodes, type FieldErrors, NO_TOKEN } from '#shared/contract/api/call.ts';
import type { Language } from '#shared/contract/language.ts';
import { isKnownKey, translate } from './language.ts';

interface RefusalDetails {
  /** Values for the message. */
  params?: Record<string, string | number>;
  data?: unknown;
  /** The HTTP status, if it differs from the code. */
  status?: number;
  headers?: Record<string, string>;
}

/** Throw it to answer a call with an error. `key` is the message's translation key. */
export class Refusal extends Error {
  readonly code: number;
  readonly key: string;
  readonly details: RefusalDetails;

  constructor(code: number, key: string, details: RefusalDetails = {}) {
    super(key);
    this.name = 'Refusal';
    this.code = code;
    this.key = key;
    this.details = details;
  }

  get status(): number {
    return this.details.status ?? this.code;
  }
}

export const notFound = () => new Refusal(apiCodes.notFound, 'api.notFound');
export const forbidden = (key = 'api.forbidden') => new Refusal(apiCodes.forbidden, key);
export const conflict = (key: string) => new Refusal(apiCodes.conflict, key);
/** Not translated: clients recognise this message by its text. */
export const noToken = () => new Refusal(apiCodes.fault, NO_TOKEN, { status: 401 });
export const signedOut = (key: string) => new Refusal(apiCodes.signedOut, key, { status: 401 });
export const unavailable = () => new Refusal(apiCodes.unavailable, 'api.unavailable');

/** An invalid field that a schema cannot detect. */
export const invalidField = (path: string, key: string) =>
  new Refusal(apiCodes.invalid, key, { data: { fields: [{ path, msg: key }] } });

/** A refusal by a rate limit. `seconds` until the next try are rounded up, and also sent as Retry-After. */
export const tooMany = (seconds: number, key = 'api.tooMany') => {
  const wait = Math.max(1, Math.ceil(seconds));
  return new Refusal(apiCodes.tooMany, key, {
    params: { seconds: wait, minutes: Math.ceil(wait / 60) },
    data: { seconds: wait },
    headers: { 'retry-after': String(wait) },
  });
};

interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: { code: number; msg: string; data: unknown };
  /** True for an error of the server itself. The cause is logged but not sent. */
  isServerFault: boolean;
}

const MAX_FIELDS = 20;

const INVALID_BODY = new Set([
  'FST_ERR_CTP_INVALID_JSON_BODY',
  'FST_ERR_CTP_EMPTY_JSON_BODY',
  'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
  'FST_ERR_BAD_URL',
]);

/** Sends every error of the API in the envelope, and logs the server's own errors. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, headers, body, isServerFault } = answerError(error, request.language);
    reply.envelopeCode = body.code;
    if (isServerFault) request.log.error({ err: error, path: request.routeOptions.url ?? '' }, 'fault');
    return reply.code(status).headers(headers).send(body);
  });
}

/** Returns the answer to an error. */
export function answerError(error: unknown, language: Language): ErrorAnswer {
  if (error instanceof Refusal) return answerRefusal(error, language);
  if (hasZodFastifySchemaValidationErrors(error)) {
    return answer(apiCodes.invalid, 'api.invalid', language, fieldErrors(error.validation, language));
  }
  const code = codeOf(error);
  const status = statusOf(error);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return answer(apiCodes.tooLarge, 'api.tooLarge', language);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return answer(415, 'api.notJson', language);
  if (INVALID_BODY.has(code) || (status >= 400 && status < 500)) {
    return answer(apiCodes.invalid, 'api.invalid', language, { fields: [] });
  }
  if (code === '23505') return answer(apiCodes.conflict, 'api.taken', language);
  if (code === '23503') return answer(apiCodes.conflict, 'api.inUse', language);
  const isUnavailable =
    /^(?:08|57P|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|53300)/.test(code) || isConnectionLost(error);
  const own = isUnavailable
    ? answer(apiCodes.unavailable, 'api.unavailable', language)
    : answer(apiCodes.fault, 'api.fault', language);
  return { ...own, isServerFault: true };
}

function answerRefusal({ code, key, status, details }: Refusal, language: Language): ErrorAnswer {
  const data = code === apiCodes.invalid ? translateFields(details.data, language) : (details.data ?? null);
  const body = { code, msg: translate(language, key, details.params), data };
  return { status, headers: details.headers ?? {}, body, isServerFault: false };
}

/** Translates the messages for fields, which a Refusal has as keys. */
function translateFields(data: unknown, language: Language): unknown {
  if (typeof data !== 'object' || data === null || !('fields' in data) || !Array.isArray(data.fields)) {
    return { fields: [] };
  }
  return {
    fields: data.fields.map((field: { path: string; msg: string }) => ({
      path: field.path,
      msg: isKnownKey(field.msg) ? translate(language, field.msg) : field.msg,
    })),
  };
}

/** Describes the invalid fields in the caller's language. */
function fieldErrors(issues: readonly FastifySchemaValidationError[], language: Language): FieldErrors {
  return {
    fields: issues.slice(0, MAX_FIELDS).map((issue) => ({
      path: issue.instancePath.slice(1).replaceAll('/', '.').slice(0, 200),
      msg: messageOf(issue, language),
    })),
  };
}

/** Prefers the message of the schema's rule if it is a known key. */
function messageOf({ keyword, message = '', params }: FastifySchemaValidationError, language: Language) {
  if (isKnownKey(message)) return translate(language, message);
  const isText = params.origin === 'string' || params.origin === 'array';
  switch (keyword) {
    case 'invalid_type':
      return translate(language, 'api.field.required');
    case 'too_small':
      return translate(language, isText ? 'api.field.tooShort' : 'api.field.tooSmall', {
        limit: Number(params.minimum),
      });
    case 'too_big':
      return translate(language, isText ? 'api.field.tooLong' : 'api.field.tooBig', {
        limit: Number(params.maximum),
      });
    default:
      return translate(language, 'api.field.invalid');
  }
}

function answer(code: number, key: string, language: Language, data: unknown = null): ErrorAnswer {
  return {
    status: code,
    headers: {},
    body: { code, msg: translate(language, key), data },
    isServerFault: false,
  };
}

/** Returns the code of an error or of its cause, because the database library wraps errors. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}

function statusOf(error: unknown): number {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 0;
}

function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /embedded database|Connection terminated|timeout exceeded when trying to connect/.test(error.message)
    ? true
    : isConnectionLost(error.cause);
}
