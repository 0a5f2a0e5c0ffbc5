/**
 * The named patterns of forms, which both the form and the server check. Each is anchored and has no nested repetition,
 * so that no input makes it slow.
 */
export const patterns = {
  /** A mobile number of mainland China: 11 digits, first 1, second 2 to 9. */
  phone: /^1[2-9]\d{9}$/,
  /** The format of the forms: text, @, word, dot, word. Sign-up checks addresses with `emailAddress`. */
  email: /^[^\s@]+@\w+\.\w+$/,
  /** 6 to 18 letters, digits or underscores, with at least one letter and one digit. */
  password: /^(?=\w*[A-Za-z])(?=\w*\d)[A-Za-z0-9_]{6,18}$/,
  /** A new password: the pattern above, or 8 to 128 characters of any kind that are not all blank. */
  newPassword: /^(?:(?=\w*[A-Za-z])(?=\w*\d)[A-Za-z0-9_]{6,18}|(?!\s*$).{8,128})$/su,
  smsCode: /^\d{6}$/,
  integer: /^\d+$/,
  /** A non-negative decimal number with a digit before the point. */
  number: /^\d+(?:\.\d+)?$/,
} as const satisfies Record<string, RegExp>;

export type PatternName = keyof typeof patterns;

/**
 * E-mail addresses in real use: any number of dots in the domain (docomo.ne.jp), and before the @ also the repeated and
 * trailing dots of old Japanese mobile addresses. No quoted names, spaces or control characters, so that an address can
 * be used in a mail header.
 */
export const emailAddress =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

/** A phone number of any country, with or without +, for the optional field of the profile. */
export const phoneOfAnyCountry = /^\+?\d(?:[ -]?\d){6,14}$/;

type PasswordStrength = 'weak' | 'medium' | 'strong';

/**
 * The strength of a password, for the meter beside the field. Each kind of character (lower case, upper case, digit,
 * other) and each 4 characters above 6 give a point. A password of few different characters is weak at any length.
 */
export function passwordStrength(password: string): PasswordStrength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  const distinct = new Set(password).size;
  if (password.length < 6 || distinct < 5) return 'weak';
  const points = kinds + Math.floor((password.length - 6) / 4);
  if (points >= 5) return 'strong';
  return points >= 3 ? 'medium' : 'weak';
}
