import { createHash, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits as 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the hash under which a token or an address is stored. A fast hash suffices for random tokens. */
export const fingerprint = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** A random verification code of six digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Generates a valid password: 16 letters and digits, without characters that look alike. */
export function newPassword(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz';
  const digits = '23456789';
  const all = letters + digits;
  const pick = (from: string) => from.charAt(randomInt(from.length));
  return pick(letters) + pick(digits) + Array.from({ length: 14 }, () => pick(all)).join('');
}
