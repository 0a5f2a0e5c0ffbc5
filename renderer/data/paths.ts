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
  '/phone',
  '/404',
] as const;

/** The path that starts a rehearsal without an account. */
export const REHEARSAL_PATH = '/rehearsal';
/** The query parameter of the tool's URL that offers a rehearsal. */
export const REHEARSAL_ASKED = 'rehearse';
export const REHEARSAL_TOOL = `/tool?${REHEARSAL_ASKED}`;

/** Returns the path without trailing slashes. */
export function plainPath(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}

/** Whether a path belongs to the tool or to its window for streaming software. */
export function isTool(path: string): boolean {
  return path === '/tool' || path === '/workbench' || path.startsWith('/tool/');
}

/** Whether a screen opens without a sign-in. Not for the tool: its server decides that. */
export function isPublic(path: string): boolean {
  const plain = plainPath(path);
  return publicPaths.some((each) => each === plain);
}

/**
 * Returns the path to open after a sign-in: `wanted` if it is a path of this site, otherwise the home page. Rejects
 * everything that a browser could parse as the address of another site.
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

/** Returns the path of the sign-in page that redirects to `wanted`. */
export function signInPath(wanted: string): string {
  const own = ownPath(wanted);
  return own === '/' ? '/login' : `/login?redirect=${encodeURIComponent(own)}`;
}

/** The tabs of the tool, in the order in which the rail shows them. `icon` is a PrimeIcons name without `pi-`. */
export const toolTabs = [
  { to: '/tool', label: 'tab.home', icon: 'home' },
  { to: '/tool/live', label: 'tab.live', icon: 'sliders-h' },
  { to: '/tool/report', label: 'tab.report', icon: 'chart-bar' },
  { to: '/tool/extras', label: 'tab.extras', icon: 'images' },
  { to: '/tool/help', label: 'tab.help', icon: 'question-circle' },
  { to: '/tool/setting', label: 'tab.setting', icon: 'cog' },
  { to: '/tool/user', label: 'tab.user', icon: 'user' },
] as const;

/**
 * Paths of the admin screens by the server's names for them. The server names the screens that an account may open.
 */
const adminPaths = {
  permission: '/permission',
  user: '/permission/user',
  role: '/permission/role',
  menu: '/permission/menu',
  system: '/system',
  notice: '/system/notice',
  dict: '/system/dict',
  dict_data: '/system/dict_data',
  version: '/system/version',
  log: '/system/log',
  status: '/system/status',
} as const;

type AdminScreen = keyof typeof adminPaths;

/** Returns the name of the admin screen at a path; null for other paths. */
export function screenOfPath(path: string): AdminScreen | null {
  const found = Object.entries(adminPaths).find(([, known]) => known === path);
  return found === undefined ? null : (found[0] as AdminScreen);
}

/** Returns the path of an admin screen by its name; null for an unknown name. */
export function pathOfScreen(name: string): string | null {
  const found = Object.entries(adminPaths).find(([known]) => known === name);
  return found === undefined ? null : found[1];
}
