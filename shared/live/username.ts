import { RingsideError } from '../contract/error.ts';

const LONGEST = 64;

/** The username in the path of a pasted profile or live address, of whichever host. */
const address = /^(?:https?:\/\/)?[a-z0-9.-]+\.[a-z]{2,}\/@([^/?#\s]+)(?:[/?#]\S*)?$/i;

/** What the platform lets an account be called: letters and digits of any script, dot and underscore. */
const allowed = /^[\p{L}\p{M}\p{N}._]+$/u;

/**
 * What a host typed or pasted, as a username: without spaces, leading @ or the address around it.
 * Throws a `RingsideError` with username.required or username.invalid for what cannot be one.
 */
export function cleanUsername(text: string): string {
  const typed = text.normalize('NFC').replace(/[\s\u200b-\u200f\u2060\ufeff]+/gu, '');
  const pasted = address.exec(typed)?.[1];
  const name = (pasted ?? typed).replace(/^[@\uff20]+/u, '');
  if (name === '') throw new RingsideError('username.required');
  if (name.length > LONGEST || !allowed.test(name)) throw new RingsideError('username.invalid');
  return name;
}

/** Usernames are the same in upper and lower case. */
export function sameUsername(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
