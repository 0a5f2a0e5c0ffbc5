import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const id = () => integer().primaryKey().generatedByDefaultAsIdentity();
const status = () =>
  text({ enum: ['enabled', 'disabled'] })
    .notNull()
    .default('enabled');

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
    createdAt: time('created_at').notNull().defaultNow(),
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
    createdAt: time('created_at').notNull().defaultNow(),
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
    createdAt: time('created_at').notNull().defaultNow(),
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
    createdAt: time('created_at').notNull().defaultNow(),
    publishedAt: time('published_at'),
  },
  (table) => [uniqueIndex('versions_platform_version').on(table.platform, table.version)],
);
