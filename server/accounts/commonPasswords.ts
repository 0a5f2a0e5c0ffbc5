import { invalidField } from '../api/refusal.ts';

let common: Promise<ReadonlySet<string>> | null = null;

/** Loads the list at its first use: most servers see no sign-up. */
function load(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}

/**
 * Throws a Refusal if a password is among the 49,000 most common ones of known breaches. Ignores upper and lower case.
 */
export async function refuseCommonPassword(password: string): Promise<void> {
  const known = await load();
  if (known.has(password.normalize('NFKC').toLowerCase())) {
    throw invalidField('password', 'api.field.passwordCommon');
  }
}
