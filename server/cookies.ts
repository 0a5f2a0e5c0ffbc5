/** The value of a cookie by its name; null where the request has none. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const [key, ...value] = part.split('=');
    if (key?.trim() === name) return value.join('=').trim();
  }
  return null;
}

export interface CookieOptions {
  path: string;
  /** Browsers reach the server by https, so the cookie must not travel in the clear. */
  https: boolean;
  /** Until the browser is closed where it is left out. */
  maxAgeSeconds?: number;
}

/** A cookie for this server alone, which no script of a page can read. */
export function writeCookie(
  name: string,
  value: string,
  { path, https, maxAgeSeconds }: CookieOptions,
): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  return `${name}=${value}; Path=${path}${age}; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`;
}
