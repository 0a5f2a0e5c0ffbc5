import { apiCodes, NO_TOKEN } from '#shared/contract/api/call.ts';

export interface RefusalDetails {
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
