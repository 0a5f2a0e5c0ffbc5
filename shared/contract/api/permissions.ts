import { z } from 'zod';

/** All permissions, by the name that code uses. */
export const permissions = [
  'user:list',
  'user:add',
  'user:update',
  'user:status',
  'user:delete',
  'user:roles',
  'user:reset',
  'role:list',
  'role:add',
  'role:update',
  'role:status',
  'role:delete',
  'role:menus',
  'menu:list',
  'menu:add',
  'menu:update',
  'menu:delete',
  'dict:list',
  'dict:add',
  'dict:update',
  'dict:delete',
  'notice:list',
  'notice:add',
  'notice:update',
  'notice:publish',
  'notice:delete',
  'log:list',
  'log:export',
  'log:delete',
  'status:list',
  'version:list',
  'version:add',
  'version:update',
  'version:delete',
] as const;

export const permissionSchema = z.enum(permissions);
export type Permission = z.infer<typeof permissionSchema>;

/** The roles that exist from the first start. The administrator always has every permission. */
export const defaultRoles = ['administrator', 'operator', 'host'] as const;
