/** Returns the value of a cookie; null if the request does not have it. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const [key, ...value] = part.split('=');
    if (key?.trim() === name) return value.join('=').trim();
  }
  return null;
}

export interface CookieOptions {
  path: string;
  /** Browsers reach the server over https: set `Secure`. */
  https: boolean;
  /** If it is missing, the cookie lasts until the browser is closed. */
  maxAgeSeconds?: number;
}

/** Returns the `Set-Cookie` value of a same-site cookie that scripts cannot read. */
export function writeCookie(
  name: string,
  value: string,
  { path, https, maxAgeSeconds }: CookieOptions,
): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  return `${name}=${value}; Path=${path}${age}; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`;
}
