import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { holdDataFolder } from '#backstage/dataFolder.ts';
import { unguarded } from '#backstage/sources/outbound.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { Cluster } from '../cluster/cluster.ts';
import { HOST_FILES } from '../cluster/hostFiles.ts';
import type { NodeConfig, ServerConfig } from '../config.ts';
import { BackupError, backUp } from '../database/backup/backup.ts';
import { onDatabase } from '../database/backup/onDatabase.ts';
import { restore } from '../database/backup/restore.ts';
import type { Database } from '../database/open.ts';
import { users } from '../database/schema.ts';
import { explain } from '../explain.ts';
import { ON_AIR } from '../hosting/hosting.ts';
import { FIRST_ACCOUNT } from '../hosting/screenAdmission.ts';
import { hostKeyOf } from '../hosting/tokenResolver.ts';

type Moved = Pick<ServerConfig, 'dataDir' | 'accounts'>;

/**
 * Copies the accounts of the embedded database to PostgreSQL. Returns the number of rows.
 *
 * @throws BackupError if the server runs, if there is no embedded database, or if the other one has accounts and
 * `replace` is false.
 */
export async function moveAccounts(
  { dataDir, accounts }: Moved,
  { replace }: { replace: boolean },
): Promise<number> {
  const folder = join(dataDir, 'database');
  if (accounts.databaseUrl === null)
    throw new BackupError('Set DATABASE_URL to the address of the PostgreSQL database.');
  if (!existsSync(folder))
    throw new BackupError(`There is no embedded database in ${dataDir}. Check DATA_DIR.`);
  return await whileStopped(dataDir, async () => {
    const temporary = mkdtempSync(join(dataDir, 'move-'));
    try {
      const file = join(temporary, 'accounts.jsonl.gz');
      await onDatabase({ url: null, folder }, (embedded) => backUp(embedded, file));
      return await onDatabase({ url: accounts.databaseUrl, folder }, (database) =>
        restore(database, file, { replace }),
      );
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  });
}

/**
 * Copies the newest show and the files of every host to the database of a cluster. Returns the number of hosts.
 *
 * @throws BackupError if the server runs, or if a host cannot be copied.
 */
export async function moveHosts({ dataDir, accounts }: Moved, node: NodeConfig): Promise<number> {
  const hosts = join(dataDir, 'hosts');
  return await whileStopped(dataDir, async () => {
    await onDatabase({ url: accounts.databaseUrl, folder: '' }, (database) => copyOwn(database, dataDir));
    const cluster = new Cluster({
      databaseUrl: node.databaseUrl,
      nodeId: node.id,
      secret: node.secret,
      address: () => node.address ?? '',
      build: '',
      outboundOf: () => unguarded,
      resume: () => undefined,
      onAir: () => [],
      closeShow: async () => undefined,
      localHosts: () => [],
      remove: async () => undefined,
      disconnect: () => undefined,
      abandon: () => undefined,
      say: () => undefined,
      onFault: (error) => process.stderr.write(`${explain(error)}\n`),
    });
    await cluster.join();
    try {
      const keys = existsSync(hosts) ? readdirSync(hosts) : [];
      for (const key of keys) {
        await cluster.prepare(key, join(hosts, key)).catch((error: unknown) => {
          throw new BackupError(`The host ${key} could not be copied: ${explain(error)}`);
        });
        // A server of the cluster continues a show that was counting.
        if (existsSync(join(hosts, key, ON_AIR))) cluster.setOnAir(key, true);
        await cluster.release(key);
      }
      return keys.length;
    } finally {
      await cluster.close();
    }
  });
}

/**
 * Copies what the first administrator made without an account into the folder of that account: in a cluster, the first
 * administrator is a host like all others.
 */
async function copyOwn({ db }: Database, dataDir: string): Promise<void> {
  const [first] = await db.select({ since: users.createdAt }).from(users).where(eq(users.id, FIRST_ACCOUNT));
  if (first === undefined) return;
  const folder = join(dataDir, 'hosts', hostKeyOf({ userId: FIRST_ACCOUNT, since: first.since }));
  for (const name of [...HOST_FILES, 'pictures', 'shows']) {
    const from = join(dataDir, name);
    const to = join(folder, name);
    if (existsSync(from) && !existsSync(to)) cpSync(from, to, { recursive: true });
  }
}

async function whileStopped<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  let release: () => void;
  try {
    release = holdDataFolder(dataDir);
  } catch (error) {
    if (error instanceof RingsideError) throw new BackupError(explain(error));
    throw error;
  }
  try {
    return await work();
  } finally {
    release();
  }
}
