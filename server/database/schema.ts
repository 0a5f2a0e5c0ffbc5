import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { languages } from '#shared/contract/language.ts';

/** Columns that several tables have. */
const id = () => integer().primaryKey().generatedByDefaultAsIdentity();
const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const createdAt = () => time('created_at').notNull().defaultNow();
const status = () =>
  text({ enum: ['enabled', 'disabled'] })
    .notNull()
    .default('enabled');

export const users = pgTable(
  'users',
  {
    id: id(),
    /** In lower case, so that an address has one account. */
    email: text().notNull(),
    username: text().notNull(),
    phone: text().notNull().default(''),
    passwordHash: text('password_hash').notNull(),
    /** False while the account has the random password that it was made with. */
    passwordSet: boolean('password_set').notNull().default(true),
    status: status(),
    language: text({ enum: languages }),
    timeZone: text('time_zone'),
    /** Counts the changes of the account's synced items. */
    syncChange: integer('sync_change').notNull().default(0),
    createdAt: createdAt(),
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
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token; the token itself is never stored. */
    tokenHash: text('token_hash').notNull(),
    ip: text().notNull().default(''),
    userAgent: text('user_agent').notNull().default(''),
    createdAt: createdAt(),
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
    id: id(),
    purpose: text({ enum: ['signup', 'forgot'] }).notNull(),
    email: text().notNull(),
    codeHash: text('code_hash').notNull(),
    ip: text().notNull().default(''),
    /** The number of wrong codes of senders who did not request this code. */
    attempts: integer().notNull().default(0),
    createdAt: createdAt(),
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

export const roles = pgTable(
  'roles',
  {
    id: id(),
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
    id: id(),
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

export interface Labels {
  en: string;
  ja: string;
  zh_CN: string;
}

export const dicts = pgTable(
  'dicts',
  {
    id: id(),
    name: text().notNull(),
    title: text().notNull(),
    remark: text().notNull().default(''),
    status: status(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('dicts_name').on(table.name)],
);

export const dictData = pgTable(
  'dict_data',
  {
    id: id(),
    dictId: integer('dict_id')
      .notNull()
      .references(() => dicts.id, { onDelete: 'cascade' }),
    value: text().notNull(),
    labels: jsonb().$type<Labels>().notNull(),
    remark: text().notNull().default(''),
    sort: integer().notNull().default(0),
    status: status(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('dict_data_value').on(table.dictId, table.value)],
);

export const notices = pgTable(
  'notices',
  {
    id: id(),
    title: text().notNull(),
    content: text().notNull(),
    severity: text({ enum: ['info', 'success', 'warn', 'error'] })
      .notNull()
      .default('info'),
    status: text({ enum: ['draft', 'published'] })
      .notNull()
      .default('draft'),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    publishedAt: time('published_at'),
  },
  (table) => [index('notices_published').on(table.status, table.publishedAt)],
);

export const noticeReads = pgTable(
  'notice_reads',
  {
    noticeId: integer('notice_id')
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    readAt: time('read_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.noticeId, table.userId] }),
    index('notice_reads_user').on(table.userId),
  ],
);

export const logs = pgTable(
  'logs',
  {
    id: id(),
    kind: text({ enum: ['signin', 'operation'] }).notNull(),
    at: time('at').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    email: text().notNull().default(''),
    action: text().notNull(),
    target: text().notNull().default(''),
    ip: text().notNull().default(''),
    userAgent: text('user_agent').notNull().default(''),
    success: boolean().notNull(),
    code: integer().notNull(),
    durationMs: integer('duration_ms').notNull(),
  },
  (table) => [
    index('logs_at').on(table.at),
    index('logs_user').on(table.userId, table.kind, table.at),
    index('logs_email').on(table.email),
  ],
);

export const versions = pgTable(
  'versions',
  {
    id: id(),
    platform: text({ enum: ['windows', 'mac', 'linux', 'web'] }).notNull(),
    version: text().notNull(),
    url: text().notNull().default(''),
    notes: text().notNull().default(''),
    status: text({ enum: ['draft', 'published'] })
      .notNull()
      .default('draft'),
    createdAt: createdAt(),
    publishedAt: time('published_at'),
  },
  (table) => [uniqueIndex('versions_platform_version').on(table.platform, table.version)],
);

/** Synced presets and finished shows, and the tombstones of deleted ones. */
export const synced = pgTable(
  'synced',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['preset', 'show'] }).notNull(),
    id: text().notNull(),
    name: text().notNull(),
    /** Increased by one with every change of this item. */
    revision: integer().notNull(),
    /** The account's change number at the last change of this item. Devices use it as a cursor. */
    change: integer().notNull(),
    /** Null if the item is deleted. */
    item: jsonb().$type<Record<string, unknown>>(),
    /** SHA-256 of the sent item, to detect a retry. */
    hash: text().notNull(),
    bytes: integer().notNull(),
    copyOf: text('copy_of'),
    deleted: boolean().notNull().default(false),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.id] }),
    index('synced_change').on(table.userId, table.kind, table.change),
  ],
);

/** The figures of synced shows, for lists and statistics. */
export const showFigures = pgTable(
  'show_figures',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: text().notNull(),
    room: text().notNull(),
    startedAt: time('started_at').notNull(),
    endedAt: time('ended_at').notNull(),
    income: bigint({ mode: 'number' }).notNull(),
    gifts: bigint({ mode: 'number' }).notNull(),
    fans: bigint({ mode: 'number' }),
    /** False for the copy of a conflict, which is listed but not counted. */
    counted: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('show_figures_ended').on(table.endedAt),
    index('show_figures_room').on(table.room, table.endedAt),
  ],
);
