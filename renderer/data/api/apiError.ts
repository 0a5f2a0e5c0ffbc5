import { apiCodes, type FieldErrors, fieldErrorsSchema, NO_TOKEN } from '#shared/contract/api/envelope.ts';
import type { ToastText } from '../stores/toastStore.ts';

/** An answer whose code is not 200; its message is the answer's own, in the reader's language. */
export class ApiError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, msg: string, data: unknown) {
    super(msg);
    this.name = 'ApiError';
    this.code = code;
    this.data = data;
  }

  /** What is wrong with which field; empty where the answer does not say. */
  get fields(): FieldErrors['fields'] {
    const parsed = fieldErrorsSchema.safeParse(this.data);
    return parsed.success ? parsed.data.fields : [];
  }

  /** True when the sign-in no longer holds, so that the page has to sign out. */
  get endsSession(): boolean {
    return this.code === apiCodes.signedOut || (this.code === apiCodes.fault && this.message === NO_TOKEN);
  }
}

/** No answer came, or none that can be read; `text` is what to tell. */
export class TransportError extends Error {
  readonly text: ToastText;

  constructor(text: ToastText, cause?: unknown) {
    super(text.key, { cause });
    this.name = 'TransportError';
    this.text = text;
  }
}

/** The caller ended the call itself. */
export class AbortedCall extends Error {
  constructor() {
    super('the call was ended');
    this.name = 'AbortedCall';
  }
}

/** What a rejected call has to say to the reader; an answer's message is a sentence already. */
export function textOf(error: unknown): ToastText {
  if (error instanceof ApiError) return { key: error.message };
  if (error instanceof TransportError) return error.text;
  return { key: 'web.fault' };
}
