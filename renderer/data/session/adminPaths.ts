/**
 * Paths of the admin screens by the server's names for them. The server names the screens that an account may open.
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
