import type { z } from 'zod';
import type { FieldErrors } from '#shared/contract/api/envelope.ts';
import type { Language } from '#shared/contract/language.ts';
import { isKnownKey, translate } from './language.ts';

const MAX_FIELDS = 20;

/** What is wrong with which field, as sentences; a rule's own message wins where it is a known key. */
export function fieldErrors(error: z.ZodError, language: Language): FieldErrors {
  return {
    fields: error.issues.slice(0, MAX_FIELDS).map((issue) => ({
      path: issue.path.map(String).join('.').slice(0, 200),
      msg: sentence(issue, language),
    })),
  };
}

function sentence(issue: z.core.$ZodIssue, language: Language): string {
  if (isKnownKey(issue.message)) return translate(language, issue.message);
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return translate(language, 'api.field.required');
  }
  if (issue.code === 'too_small') {
    const isText = issue.origin === 'string' || issue.origin === 'array';
    const key = isText ? 'api.field.tooShort' : 'api.field.tooSmall';
    return translate(language, key, { limit: String(issue.minimum) });
  }
  if (issue.code === 'too_big') {
    const isText = issue.origin === 'string' || issue.origin === 'array';
    const key = isText ? 'api.field.tooLong' : 'api.field.tooBig';
    return translate(language, key, { limit: String(issue.maximum) });
  }
  return translate(language, 'api.field.invalid');
}
