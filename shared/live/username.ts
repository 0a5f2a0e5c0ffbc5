import { RingsideError } from '../contract/error.ts';

const LONGEST = 64;

/** The username in the path of a pasted profile or live URL of any host. */
const address = /^(?:https?:\/\/)?[a-z0-9.-]+\.[a-z]{2,}\/@([^/?#\s]+)(?:[/?#]\S*)?$/i;

/** The characters of a username: letters and digits of any script, dot and underscore. */
const allowed = /^[\p{L}\p{M}\p{N}._]+$/u;

/**
 * Extracts a username from typed or pasted text: removes spaces, a leading @ and the URL around it.
 * @throws RingsideError username.required, username.invalid
 */
export function cleanUsername(text: string): string {
  const typed = text.normalize('NFC').replace(/[\s\u200b-\u200f\u2060\ufeff]+/gu, '');
  const pasted = address.exec(typed)?.[1];
  const name = (pasted ?? typed).replace(/^[@\uff20]+/u, '');
  if (name === '') throw new RingsideError('username.required');
  if (name.length > LONGEST || !allowed.test(name)) throw new RingsideError('username.invalid');
  return name;
}

/** Compares two usernames, ignoring letter case. */
export function sameUsername(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
