import type { MenuNode, MenuRow } from '#shared/contract/api/menu.ts';
import type { Permission } from '#shared/contract/api/permissions.ts';

export interface SeedScreen {
  name: string;
  path: string;
  icon: string;
  hidden?: boolean;
  permissions?: readonly Permission[];
  children?: readonly SeedScreen[];
}

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
        permissions: [
          'user:list',
          'user:add',
          'user:update',
          'user:status',
          'user:delete',
          'user:roles',
          'user:reset',
        ],
      },
      {
        name: 'role',
        path: '/permission/role',
        icon: 'id-card',
        permissions: ['role:list', 'role:add', 'role:update', 'role:status', 'role:delete', 'role:menus'],
      },
      {
        name: 'menu',
        path: '/permission/menu',
        icon: 'sitemap',
        permissions: ['menu:list', 'menu:add', 'menu:update', 'menu:delete'],
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
        permissions: ['notice:list', 'notice:add', 'notice:update', 'notice:publish', 'notice:delete'],
      },
      {
        name: 'dict',
        path: '/system/dict',
        icon: 'book',
        permissions: ['dict:list', 'dict:add', 'dict:update', 'dict:delete'],
      },
      { name: 'dict_data', path: '/system/dict_data', icon: 'list', hidden: true },
      {
        name: 'version',
        path: '/system/version',
        icon: 'download',
        permissions: ['version:list', 'version:add', 'version:update', 'version:delete'],
      },
      {
        name: 'log',
        path: '/system/log',
        icon: 'history',
        permissions: ['log:list', 'log:export', 'log:delete'],
      },
      { name: 'status', path: '/system/status', icon: 'server', permissions: ['status:list'] },
    ],
  },
];

/** What the operator of a new database may do: keep the site, and look after hosts; not change who may what. */
export const operatorMenus: readonly string[] = [
  'permission',
  'user',
  'user:list',
  'user:add',
  'user:update',
  'user:status',
  'user:reset',
  'system',
  'notice',
  'notice:list',
  'notice:add',
  'notice:update',
  'notice:publish',
  'notice:delete',
  'dict',
  'dict_data',
  'dict:list',
  'dict:add',
  'dict:update',
  'dict:delete',
  'log',
  'log:list',
  'status',
  'status:list',
  'version',
  'version:list',
];

/** Rows as a tree; a node whose parent is not among the rows stands at the top. */
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
