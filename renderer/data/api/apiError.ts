import { apiCodes, type FieldErrors, fieldErrorsSchema, NO_TOKEN } from '#shared/contract/api/call.ts';
import type { ToastText } from '../stores/toastStore.ts';

/** A response whose code is not 200. Its message is translated by the server. */
export class ApiError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, msg: string, data: unknown) {
    super(msg);
    this.name = 'ApiError';
    this.code = code;
    this.data = data;
  }

  /** The errors of single fields; empty if the response has none. */
  get fields(): FieldErrors['fields'] {
    const parsed = fieldErrorsSchema.safeParse(this.data);
    return parsed.success ? parsed.data.fields : [];
  }

  /** True if the session has ended, so that the page has to sign out. */
  get endsSession(): boolean {
    return this.code === apiCodes.signedOut || (this.code === apiCodes.fault && this.message === NO_TOKEN);
  }
}

/** There was no response, or an unreadable one. `text` is the message for the user. */
export class TransportError extends Error {
  readonly text: ToastText;

  constructor(text: ToastText, cause?: unknown) {
    super(text.key, { cause });
    this.name = 'TransportError';
    this.text = text;
  }
}

/** The caller aborted the call. */
export class AbortedCall extends Error {
  constructor() {
    super('the call was ended');
    this.name = 'AbortedCall';
  }
}

/** Returns the message of a rejected call for the user. */
export function errorText(error: unknown): ToastText {
  if (error instanceof ApiError) return { key: error.message };
  if (error instanceof TransportError) return error.text;
  return { key: 'web.fault' };
}
