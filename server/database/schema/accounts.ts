import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { languages } from '#shared/contract/language.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    /** In lower case, so that an address has one account. */
    email: text().notNull(),
    username: text().notNull(),
    phone: text().notNull().default(''),
    passwordHash: text('password_hash').notNull(),
    /** False while the account has the random password that it was made with. */
    passwordSet: boolean('password_set').notNull().default(true),
    status: text({ enum: ['enabled', 'disabled'] })
      .notNull()
      .default('enabled'),
    language: text({ enum: languages }),
    timeZone: text('time_zone'),
    /** Counts the changes of the account's synced items. */
    syncChange: integer('sync_change').notNull().default(0),
    createdAt: time('created_at').notNull().defaultNow(),
    lastSigninAt: time('last_signin_at'),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    check('users_email_small', sql`${table.email} = lower(${table.email})`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token; the token itself is never stored. */
    tokenHash: text('token_hash').notNull(),
    ip: text().notNull().default(''),
    userAgent: text('user_agent').notNull().default(''),
    createdAt: time('created_at').notNull().defaultNow(),
    lastSeenAt: time('last_seen_at').notNull().defaultNow(),
    /** Extended by each use. */
    expiresAt: time('expires_at').notNull(),
    /** The end of the session's lifetime, even if it is in use; null for sessions from before this limit. */
    endsAt: time('ends_at'),
    revokedAt: time('revoked_at'),
  },
  (table) => [
    uniqueIndex('sessions_token_hash').on(table.tokenHash),
    index('sessions_user').on(table.userId),
    index('sessions_expires').on(table.expiresAt),
  ],
);

/** Tokens of one-time links, each of which signs its account in once. */
export const onceTokens = pgTable('once_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: time('expires_at').notNull(),
});

/** Verification codes, including those for addresses without an account. */
export const codes = pgTable(
  'codes',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    purpose: text({ enum: ['signup', 'forgot'] }).notNull(),
    email: text().notNull(),
    codeHash: text('code_hash').notNull(),
    ip: text().notNull().default(''),
    /** The number of wrong codes of senders who did not request this code. */
    attempts: integer().notNull().default(0),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [
    index('codes_email').on(table.email, table.purpose, table.createdAt),
    index('codes_ip').on(table.ip, table.createdAt),
  ],
);

/** The number of codes that each sender tried against a code. */
export const codeTries = pgTable(
  'code_tries',
  {
    codeId: integer('code_id')
      .notNull()
      .references(() => codes.id, { onDelete: 'cascade' }),
    sender: text().notNull(),
    tries: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.codeId, table.sender] })],
);

/** Devices from which an account has signed in. Wrong passwords of other devices do not slow them down. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token that the device keeps. */
    tokenHash: text('token_hash').notNull(),
    lastUsedAt: time('last_used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tokenHash] }),
    index('known_devices_token').on(table.tokenHash),
    index('known_devices_used').on(table.lastUsedAt),
  ],
);

/** Wrong passwords by address and sender, whether or not the address has an account. */
export const signinFailures = pgTable(
  'signin_failures',
  {
    /** SHA-256 of the address, because a mistyped address may be somebody else's. */
    emailHash: text('email_hash').notNull(),
    /** SHA-256 of the known device or of the sender; empty for all unknown devices together. */
    by: text().notNull().default(''),
    failures: integer().notNull(),
    lastAt: time('last_at').notNull(),
    /** Attempts before this time are refused. */
    blockedUntil: time('blocked_until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.emailHash, table.by] })],
);

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
