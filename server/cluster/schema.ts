import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';

/*
 * The tables of servers that share their shows. They have a PostgreSQL schema and migrations of their own, so that a
 * single server and its backups do not know them. Every key begins with the host or the show.
 */

export const cluster = pgSchema('cluster');

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea' });

/** The servers of the cluster. */
export const nodes = cluster.table('nodes', {
  id: text().primaryKey(),
  /** Raised when the node starts and when its lease has expired. A writer with an older epoch is refused. */
  epoch: bigint({ mode: 'number' }).notNull(),
  /** Where other nodes reach this one. */
  address: text().notNull(),
  build: text().notNull(),
  /** On the clock of the database. */
  leaseUntil: timestamp('lease_until', { withTimezone: true, mode: 'date' }).notNull(),
  /** The node is about to stop and claims no further hosts. */
  draining: boolean().notNull().default(false),
});

/**
 * The node that has a host's backstage. A host without a row, or without a node, is free. The node of a deleted host is
 * `ERASED`, so that no node opens it again.
 */
export const stages = cluster.table(
  'stages',
  {
    host: text().primaryKey(),
    node: text(),
    /** The epoch of the node when it claimed the host. An older one owns nothing. */
    epoch: bigint({ mode: 'number' }).notNull().default(0),
    /** A show is counting, so a node must have the host. */
    onAir: boolean('on_air').notNull().default(false),
  },
  (table) => [index('stages_node').on(table.node)],
);

/** Stands for the node of a host whose account was deleted. Keys of hosts are never used again. */
export const ERASED = '';

/** Shows, with short keys for their inputs. */
export const shows = cluster.table(
  'shows',
  {
    /** The time of creation (ms since 1970) times 2^20 plus a random number, see `showKey`. */
    id: bigint({ mode: 'bigint' }).primaryKey(),
    host: text().notNull(),
    /** The show's id in the backstage of its host. */
    name: text().notNull(),
    /** What is known of the show apart from its inputs, such as its line. */
    facts: jsonb().$type<unknown>(),
  },
  (table) => [unique('shows_host_name').on(table.host, table.name)],
);

/** The inputs of all shows. Partitioned by the months in which shows were created, see `ensurePartition`. */
export const inputs = cluster.table(
  'inputs',
  {
    show: bigint({ mode: 'bigint' }).notNull(),
    seq: integer().notNull(),
    /** Null for an input that is no gift. */
    msgId: text('msg_id'),
    body: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.show, table.seq] }),
    unique('inputs_show_msg_id').on(table.show, table.msgId),
  ],
);

/** The newest snapshots of each show. */
export const snapshots = cluster.table(
  'snapshots',
  {
    show: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => shows.id, { onDelete: 'cascade' }),
    seq: integer().notNull(),
    version: integer().notNull(),
    body: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.show, table.seq] })],
);

/** The small files of a host's backstage: presets, lines, widgets, learned gifts and what is known of anchors. */
export const hostFiles = cluster.table(
  'host_files',
  {
    host: text().notNull(),
    /** The name of the file in the folder of the backstage. */
    name: text().notNull(),
    body: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.host, table.name] })],
);

/** The digests of the tokens in the links of a host's overlays. Any node finds the host of a link with them. */
export const overlayTokens = cluster.table(
  'overlay_tokens',
  { host: text().notNull(), digest: text().notNull() },
  (table) => [
    primaryKey({ columns: [table.host, table.digest] }),
    index('overlay_tokens_digest').on(table.digest),
  ],
);

/** The pictures of a host, named by the hash of their bytes. */
export const pictures = cluster.table(
  'pictures',
  { host: text().notNull(), name: text().notNull(), body: bytes().notNull() },
  (table) => [primaryKey({ columns: [table.host, table.name] }), index('pictures_name').on(table.name)],
);

/** A file of an ended show in the store of recordings. */
export interface StoredFile {
  /** `journal`: the show's journal with its ledger; `messages`: what this node has received from the room. */
  what: 'journal' | 'messages';
  key: string;
  bytes: number;
  sha256: string;
}

/**
 * What each node has stored of ended shows, see `Recordings`. The row exists before its files, and longer than them: the
 * files of a row without a show are deleted.
 */
export const recordings = cluster.table(
  'recordings',
  {
    host: text().notNull(),
    /** The show's id in the backstage of its host. */
    name: text().notNull(),
    node: text().notNull(),
    /** The last input of the stored journal; 0 without one. */
    seq: integer().notNull(),
    /** Tells whether the files of the node have changed since. */
    identity: text().notNull(),
    /** What the list of shows needs. */
    summary: jsonb().$type<unknown>(),
    files: jsonb().$type<StoredFile[]>().notNull(),
    /** Whether the store has confirmed all files. */
    stored: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.host, table.name, table.node] })],
);
