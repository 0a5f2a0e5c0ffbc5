/**
 * The named patterns of forms. A form asks for one by name, and the server checks the same one. Each is
 * anchored and free of nested repetition, so that no input makes it slow.
 */
export const patterns = {
  /** A mobile number of mainland China: 11 digits, first 1, second 2 to 9. */
  phone: /^1[2-9]\d{9}$/,
  /** The short rule of forms: text, @, word, dot, word. Sign-up checks addresses with `emailAddress`. */
  email: /^[^\s@]+@\w+\.\w+$/,
  /** 6 to 18 letters, digits or underscores, with at least one letter and one digit. */
  password: /^(?=\w*[A-Za-z])(?=\w*\d)[A-Za-z0-9_]{6,18}$/,
  /** What a new password may be: the pattern above, or 8 to 128 characters of any kind that are not all blank. */
  newPassword: /^(?:(?=\w*[A-Za-z])(?=\w*\d)[A-Za-z0-9_]{6,18}|(?!\s*$).{8,128})$/su,
  smsCode: /^\d{6}$/,
  integer: /^\d+$/,
  /** A decimal number that is not negative and does not begin with a bare dot. */
  number: /^\d+(?:\.\d+)?$/,
} as const satisfies Record<string, RegExp>;

export type PatternName = keyof typeof patterns;

/**
 * E-mail addresses as they are in use: any number of dots in the domain (docomo.ne.jp), and before the @ also
 * the repeated and closing dots that old Japanese mobile addresses have. Quoted names, spaces and control
 * characters are not accepted, so that an address can stand in a mail header.
 */
export const emailAddress =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

/** A phone number of any country, with or without +; the profile's one, which is optional. */
export const phoneOfAnyCountry = /^\+?\d(?:[ -]?\d){6,14}$/;

export type PasswordStrength = 'weak' | 'medium' | 'strong';

/**
 * How hard a password is to guess, for the meter beside the field: every kind of character (small, capital,
 * digit, any other) and every length step of 4 above 6 is a point; a password of few different characters
 * is weak whatever its length.
 */
export function passwordStrength(password: string): PasswordStrength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  const distinct = new Set(password).size;
  if (password.length < 6 || distinct < 5) return 'weak';
  const points = kinds + Math.floor((password.length - 6) / 4);
  if (points >= 5) return 'strong';
  return points >= 3 ? 'medium' : 'weak';
}
