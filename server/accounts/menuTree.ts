import { and, asc, eq } from 'drizzle-orm';
import { type Permission, permissions } from '#shared/contract/api/call.ts';
import type { MenuNode, MenuRow } from '#shared/contract/api/menu.ts';
import type { Db } from '../database/open.ts';
import { menus, roleMenus, roles, userRoles } from '../database/schema.ts';
import type { Caller } from './roles.ts';

export interface SeedScreen {
  name: string;
  path: string;
  icon: string;
  hidden?: boolean;
  permissions?: readonly Permission[];
  children?: readonly SeedScreen[];
}

/** Returns the permissions of a screen. Their names begin with its name: `user:list` belongs to `user`. */
const permissionsOf = (screen: string) => permissions.filter((name) => name.startsWith(`${screen}:`));

/** The screens and permissions of a new database. */
export const seedScreens: readonly SeedScreen[] = [
  {
    name: 'permission',
    path: '/permission',
    icon: 'lock',
    children: [
      {
        name: 'user',
        path: '/permission/user',
        icon: 'users',
        permissions: permissionsOf('user'),
      },
      {
        name: 'role',
        path: '/permission/role',
        icon: 'id-card',
        permissions: permissionsOf('role'),
      },
      {
        name: 'menu',
        path: '/permission/menu',
        icon: 'sitemap',
        permissions: permissionsOf('menu'),
      },
    ],
  },
  {
    name: 'system',
    path: '/system',
    icon: 'cog',
    children: [
      {
        name: 'notice',
        path: '/system/notice',
        icon: 'megaphone',
        permissions: permissionsOf('notice'),
      },
      {
        name: 'dict',
        path: '/system/dict',
        icon: 'book',
        permissions: permissionsOf('dict'),
      },
      { name: 'dict_data', path: '/system/dict_data', icon: 'list', hidden: true },
      {
        name: 'version',
        path: '/system/version',
        icon: 'download',
        permissions: permissionsOf('version'),
      },
      {
        name: 'log',
        path: '/system/log',
        icon: 'history',
        permissions: permissionsOf('log'),
      },
      { name: 'status', path: '/system/status', icon: 'server', permissions: permissionsOf('status') },
    ],
  },
];

/** The initial permissions of the role `operator`: run the site and support hosts, but not change permissions. */
export const operatorMenus: readonly string[] = [
  'permission',
  'user',
  ...permissionsOf('user').filter((name) => name !== 'user:delete' && name !== 'user:roles'),
  'system',
  'notice',
  ...permissionsOf('notice'),
  'dict',
  'dict_data',
  ...permissionsOf('dict'),
  'log',
  'log:list',
  'status',
  'status:list',
  'version',
  'version:list',
];

/** Turns rows into a tree. A node whose parent is missing becomes a root. */
export function toTree(rows: readonly MenuRow[]): MenuNode[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row, children: [] as MenuNode[] }]));
  const top: MenuNode[] = [];
  for (const node of nodes.values()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId);
    (parent?.children ?? top).push(node);
  }
  const order = (list: MenuNode[]) => {
    list.sort((a, b) => a.sort - b.sort || a.id - b.id);
    for (const node of list) order(node.children);
  };
  order(top);
  return top;
}

/** Returns the enabled screens that the caller may open; all of them for an administrator. */
export async function screensOf(db: Db, caller: Caller): Promise<MenuRow[]> {
  const isScreen = and(eq(menus.kind, 'route'), eq(menus.status, 'enabled'));
  if (caller.isAdministrator) return db.select().from(menus).where(isScreen).orderBy(asc(menus.id));
  const rows = await db
    .select({ menu: menus })
    .from(menus)
    .innerJoin(roleMenus, eq(roleMenus.menuId, menus.id))
    .innerJoin(roles, and(eq(roles.id, roleMenus.roleId), eq(roles.status, 'enabled')))
    .innerJoin(userRoles, and(eq(userRoles.roleId, roles.id), eq(userRoles.userId, caller.userId)))
    .where(isScreen)
    .orderBy(asc(menus.id));
  return [...new Map(rows.map(({ menu }) => [menu.id, menu])).values()];
}
