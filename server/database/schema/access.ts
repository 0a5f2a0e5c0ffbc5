import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

const createdAt = () => timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow();
const status = () =>
  text({ enum: ['enabled', 'disabled'] })
    .notNull()
    .default('enabled');

export const roles = pgTable(
  'roles',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    name: text().notNull(),
    title: text().notNull(),
    remark: text().notNull().default(''),
    status: status(),
    builtIn: boolean('built_in').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('roles_name').on(table.name)],
);

/** The tree of screens and permissions. A permission is a child of its screen. */
export const menus = pgTable(
  'menus',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    parentId: integer('parent_id').references((): AnyPgColumn => menus.id),
    kind: text({ enum: ['route', 'permission'] }).notNull(),
    name: text().notNull(),
    title: text().notNull(),
    path: text().notNull().default(''),
    icon: text().notNull().default(''),
    hidden: boolean().notNull().default(false),
    sort: integer().notNull().default(0),
    status: status(),
  },
  (table) => [uniqueIndex('menus_name').on(table.name), index('menus_parent').on(table.parentId)],
);

export const userRoles = pgTable(
  'user_roles',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.roleId] }),
    index('user_roles_role').on(table.roleId),
  ],
);

export const roleMenus = pgTable(
  'role_menus',
  {
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    menuId: integer('menu_id')
      .notNull()
      .references(() => menus.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.roleId, table.menuId] }),
    index('role_menus_menu').on(table.menuId),
  ],
);
