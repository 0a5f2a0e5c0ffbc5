import type { IncomingMessage } from 'node:http';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import { type Language, negotiateLanguage } from '#shared/contract/language.ts';

/** What is needed to tell a program what went wrong. */
export interface ErrorTexts {
  /** Returns the sentence of a problem. */
  sentence: (problem: Problem, language: Language) => string;
  log: (message: string, error?: unknown) => void;
}

/** The largest body of a request, and the largest message of a program, in bytes. */
export const MAX_BODY = 16 * 1024;

/** The problem of an error. Logs an unexpected one, whose text programs must not see. */
export function problemOf(error: unknown, { log }: ErrorTexts): Problem {
  if (error instanceof RingsideError) return error.problem;
  log('a request of a program failed', error);
  return { code: 'internal' };
}

/** A problem as programs receive it, with its sentence in their language. */
export function errorOf(problem: Problem, language: Language, { sentence }: ErrorTexts) {
  return { ...problem, message: sentence(problem, language) };
}

export function languageOf({ headers }: IncomingMessage): Language {
  return negotiateLanguage(headers['accept-language']);
}
