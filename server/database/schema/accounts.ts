import { sql } from 'drizzle-orm';
import {
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
    /** In small letters, so that one address is one account. */
    email: text().notNull(),
    username: text().notNull(),
    phone: text().notNull().default(''),
    passwordHash: text('password_hash').notNull(),
    /** False while nobody has chosen the password: the account was made with a random one. */
    passwordSet: boolean('password_set').notNull().default(true),
    status: text({ enum: ['enabled', 'disabled'] })
      .notNull()
      .default('enabled'),
    language: text({ enum: languages }),
    timeZone: text('time_zone'),
    /** Counts the changes of what the account has synced. */
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
    /** Moves on with each use. */
    expiresAt: time('expires_at').notNull(),
    /** How long it may last at most, however often it is used; null for sign-ins of before there was a limit. */
    endsAt: time('ends_at'),
    revokedAt: time('revoked_at'),
  },
  (table) => [
    uniqueIndex('sessions_token_hash').on(table.tokenHash),
    index('sessions_user').on(table.userId),
    index('sessions_expires').on(table.expiresAt),
  ],
);

/** One-time links; whoever has the token signs in once. */
export const onceTokens = pgTable('once_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: time('expires_at').notNull(),
});

/** Verification codes, also those that were asked for an address without an account. */
export const codes = pgTable(
  'codes',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    purpose: text({ enum: ['signup', 'forgot'] }).notNull(),
    email: text().notNull(),
    codeHash: text('code_hash').notNull(),
    ip: text().notNull().default(''),
    /** Wrong codes that were tried against it by other senders than the one who asked for it. */
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

/** Wrong codes that one sender tried against a code. */
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

/** Devices from which an account has signed in. Wrong passwords from elsewhere do not slow them down. */
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

/** Wrong passwords by address and by who tried them, whether or not the address has an account. */
export const signinFailures = pgTable(
  'signin_failures',
  {
    /** SHA-256 of the address: who mistypes an address leaves no readable trace of it here. */
    emailHash: text('email_hash').notNull(),
    /** SHA-256 of the known device or of the sender; empty for all unknown devices together. */
    by: text().notNull().default(''),
    failures: integer().notNull(),
    lastAt: time('last_at').notNull(),
    /** No attempt is looked at before this time. */
    blockedUntil: time('blocked_until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.emailHash, table.by] })],
);
