import { join } from 'node:path';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { withAdvisoryLock } from '../database/open.ts';
import { root } from '../root.ts';
import * as schema from './schema.ts';

const migrations = {
  migrationsFolder: join(root, 'server/cluster/migrations'),
  migrationsTable: '__cluster_migrations',
};
const POOL_SIZE = 6;
const CONNECT_TIMEOUT_MS = 3000;
/** PostgreSQL cancels a statement after this time (ms). It is shorter than a lease, so a node notices in time. */
const STATEMENT_TIMEOUT_MS = 4000;
/** The client gives up a statement after this time (ms), for a database that is frozen or unreachable. */
const QUERY_TIMEOUT_MS = 5000;

/** The connections of a node to the database of the cluster. They are apart from those of accounts. */
export interface ClusterDatabase {
  pool: pg.Pool;
  /** One connection that stays open, for renewals of the lease. */
  lease: pg.Pool;
  db: NodePgDatabase<typeof schema>;
  /** Makes sure that inputs of shows that were created at this time (ms since 1970) can be stored. */
  ensurePartition(at: number): Promise<void>;
  close(): Promise<void>;
}

/** Connects and runs missing migrations. Calls `onFault` when an idle connection breaks. */
export async function openClusterDatabase(
  url: string,
  onFault: (error: Error) => void = () => undefined,
): Promise<ClusterDatabase> {
  const openPool = (options: pg.PoolConfig) => {
    const opened = new pg.Pool({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      ...options,
    });
    opened.on('error', onFault);
    // The statements of a broken connection fail by themselves. Without a listener, the process would end.
    opened.on('connect', (client) => client.on('error', () => undefined));
    return opened;
  };
  const pool = openPool({ max: POOL_SIZE });
  const lease = openPool({ max: 1, idleTimeoutMillis: 0 });
  try {
    await withAdvisoryLock(pool, (client) => migrate(drizzle({ client }), migrations));
  } catch (error) {
    await pool.end();
    throw error;
  }
  const present = new Set<string>();
  return {
    pool,
    lease,
    db: drizzle({ client: pool, schema }),
    ensurePartition: async (at) => {
      const { name, from, to } = partitionOf(at);
      if (present.has(name)) return;
      await createPartition(pool, name, from, to);
      present.add(name);
    },
    close: async () => {
      await lease.end();
      await pool.end();
    },
  };
}

const RANDOM_BITS = 20n;

/** Returns a new key of a show that was created at this time (ms since 1970). Keys grow with the time. */
export function showKey(at: number, random: () => number = Math.random): string {
  const rest = BigInt(Math.floor(random() * 2 ** Number(RANDOM_BITS)));
  return String((BigInt(at) << RANDOM_BITS) + rest);
}

function partitionOf(at: number): { name: string; from: string; to: string } {
  const time = new Date(at);
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()];
  const name = `inputs_${year}_${String(month + 1).padStart(2, '0')}`;
  return {
    name,
    from: showKey(Date.UTC(year, month), () => 0),
    to: showKey(Date.UTC(year, month + 1), () => 0),
  };
}

/** Attaching a finished table does not block the appends of other shows, unlike creating it as a partition. */
async function createPartition(pool: pg.Pool, name: string, from: string, to: string): Promise<void> {
  await withAdvisoryLock(pool, async (client) => {
    const { rows } = await client.query<{ found: boolean }>(`select to_regclass($1) is not null as found`, [
      `cluster.${name}`,
    ]);
    if (rows[0]?.found === true) return;
    await client.query(`begin;
      create table cluster.${name} (like cluster.inputs including all);
      alter table cluster.inputs attach partition cluster.${name} for values from (${from}) to (${to});
      commit`);
  });
}
