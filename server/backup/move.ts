import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { HOST_FILES, holdDataFolder } from '#backstage/dataFolder.ts';
import { showIds } from '#backstage/show/facts.ts';
import { unguarded } from '#backstage/sources/outbound.ts';
import type { ImportStore } from '#backstage/transfer/importStore.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { Cluster } from '../cluster/cluster.ts';
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
import { openRecordingStore } from '../recordings/recordingStore.ts';

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
    throw new BackupError(
      `There is no embedded database in ${dataDir}. Check DATA_DIR. If the accounts are in DATABASE_URL already, add --keep.`,
    );
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

export interface MovedHosts {
  hosts: number;
  /** Past shows that were copied to the store of the cluster; null without a store. */
  pastShows: number | null;
}

/**
 * Copies the newest show and the files of every host to the database of a cluster, and its past shows to the store of
 * ended shows. A past show that cannot be copied stays on this machine only.
 *
 * @throws BackupError if the server runs, or if a host cannot be copied.
 */
export async function moveHosts({ dataDir, accounts }: Moved, node: NodeConfig): Promise<MovedHosts> {
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
      recordings: node.recordings && { store: openRecordingStore(node.recordings), dataDir },
      say: () => undefined,
      onFault: (error) => process.stderr.write(`${explain(error)}\n`),
    });
    await cluster.join();
    try {
      const keys = existsSync(hosts) ? readdirSync(hosts) : [];
      let pastShows = 0;
      for (const key of keys) {
        const { imports } = await cluster.prepare(key, join(hosts, key)).catch((error: unknown) => {
          throw new BackupError(`The host ${key} could not be copied: ${explain(error)}`);
        });
        if (imports.takesShows) pastShows += await copyPastShows(imports, join(hosts, key, 'shows'));
        // A server of the cluster continues a show that was counting.
        if (existsSync(join(hosts, key, ON_AIR))) cluster.setOnAir(key, true);
        await cluster.release(key);
      }
      return { hosts: keys.length, pastShows: node.recordings && pastShows };
    } finally {
      await cluster.close();
    }
  });
}

/** Returns the number of shows that were copied. The newest show is in the database already. */
async function copyPastShows(imports: ImportStore, folder: string): Promise<number> {
  const known = await imports.showIds();
  const [, ...past] = showIds(folder);
  let copied = 0;
  for (const id of past) {
    if (known.has(id)) continue;
    try {
      await imports.stage(folder, [id]);
      await imports.publish();
      copied += 1;
    } catch (error) {
      process.stderr.write(`The show ${join(folder, id)} could not be copied: ${explain(error)}\n`);
    }
  }
  imports.drop();
  return copied;
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
