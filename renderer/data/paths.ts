/** The screens that need no sign-in. */
export const publicPaths = [
  '/',
  '/widget',
  '/privacy',
  '/policy',
  '/about',
  '/login',
  '/register',
  '/password/forget',
  '/password/change',
  '/404',
] as const;

/** Where somebody without an account begins a rehearsal. */
export const REHEARSAL_PATH = '/rehearsal';
/** In the query of the tool's address, for who came to rehearse. */
export const REHEARSAL_ASKED = 'rehearse';
export const REHEARSAL_TOOL = `/tool?${REHEARSAL_ASKED}`;

/** A path as it is compared: without the slash at its end. */
export function plainPath(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}

/** The tool, and its window for streaming software. */
export function isTool(path: string): boolean {
  return path === '/tool' || path === '/workbench' || path.startsWith('/tool/');
}

/** Whether a screen opens to everybody. Whether the tool does is for its server to say. */
export function isPublic(path: string): boolean {
  const plain = plainPath(path);
  return publicPaths.some((each) => each === plain);
}

/**
 * Where to go after signing in: the wanted path when it is one of this site's own, else the home page. Whatever
 * a browser could read as another site's address is none of ours.
 */
export function ownPath(wanted: string | null): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted) || wanted.length > 2000) return '/';
  if ([...wanted].some((char) => char <= ' ' || char === '\\' || char === '\x7f')) return '/';
  const base = 'https://own.invalid';
  if (!URL.canParse(wanted, base)) return '/';
  const url = new URL(wanted, base);
  if (url.origin !== base || url.pathname.startsWith('//')) return '/';
  return plainPath(url.pathname) === '/login' ? '/' : `${url.pathname}${url.search}${url.hash}`;
}

/** The sign-in page that leads back to `wanted`. */
export function signInPath(wanted: string): string {
  const own = ownPath(wanted);
  return own === '/' ? '/login' : `/login?redirect=${encodeURIComponent(own)}`;
}
