/**
 * The screens of the admin area by the names under which the server opens them to an account. What it does not
 * name is not there for that account.
 */
export const adminPaths = {
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

export type AdminScreen = keyof typeof adminPaths;

/** The screen that stands at a path, or null when none of the admin area does. */
export function screenOfPath(path: string): AdminScreen | null {
  const found = Object.entries(adminPaths).find(([, known]) => known === path);
  return found === undefined ? null : (found[0] as AdminScreen);
}

/** The path of a screen by the server's name for it, or null for a name that this page does not know. */
export function pathOfScreen(name: string): string | null {
  const found = Object.entries(adminPaths).find(([known]) => known === name);
  return found === undefined ? null : found[1];
}
