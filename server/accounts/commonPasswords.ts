import { invalidField } from '../api/refusal.ts';

let common: Promise<ReadonlySet<string>> | null = null;

/** Loads the list at its first use: a server that nobody signs up at does without it. */
function load(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}

/**
 * Throws a Refusal when a password is one of the 49,000 that are known best from breaches, in capitals or not:
 * those are guessed first.
 */
export async function refuseCommonPassword(password: string): Promise<void> {
  const known = await load();
  if (known.has(password.normalize('NFKC').toLowerCase())) {
    throw invalidField('password', 'api.field.passwordCommon');
  }
}
