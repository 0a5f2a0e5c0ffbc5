import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

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
