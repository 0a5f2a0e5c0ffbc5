import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Backstage } from '#backstage/api.ts';
import { StaleWriterError } from '#backstage/journal/failures.ts';
import { openBackstage } from '#backstage/openBackstage.ts';
import { readTokens } from '#backstage/overlay/linkStore.ts';
import { drawPortrait } from '#backstage/rehearsal/platform/answers.ts';
import { type ClusterDatabase, openClusterDatabase } from '#server/cluster/clusterDatabase.ts';
import { HostFiles, hostOfToken, storedPicture, storeFilesOf } from '#server/cluster/hostFiles.ts';
import { digestOf } from '#server/overlay/overlayLookup.ts';
import { describeHostFiles } from '#tests/support/hostFilesContract.ts';
import { atEnd, nowhere, temporaryFolder } from '../backstage/setup.ts';
import { TestScreen } from '../backstage/testScreen.ts';
import { type PostgresServer, startPostgres } from '../server/support/postgres.ts';

const open = (dataDir: string) =>
  openBackstage({ dataDir, build: 'test', lines: nowhere, log: () => undefined });

/** Opens backstages one after another, and the last one is closed after the test. */
function inTurn(openNext: () => Promise<Backstage>): () => Promise<Backstage> {
  let last: Backstage | null = null;
  atEnd(() => last?.close());
  return async () => {
    await last?.close();
    last = await openNext();
    return last;
  };
}

describe('files of a host in a folder', () => {
  describeHostFiles(async () => {
    const folder = temporaryFolder();
    return {
      next: inTurn(() => open(folder)),
      finds: async (token) => (await readTokens(folder)).includes(token),
    };
  });
});

describe('files of a host in a cluster', () => {
  let postgres: PostgresServer;
  let database: ClusterDatabase;
  let hosts = 0;
  const fence = { node: 'here', epoch: 1 };
  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openClusterDatabase(await postgres.createDatabase('cluster'));
    await database.pool.query(`insert into cluster.nodes (id, epoch, address, build, lease_until)
      values ('here', 1, '', 'test', clock_timestamp())`);
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  /** A host whose backstage opens on another machine each time. */
  async function newHost(folderOf: () => string = temporaryFolder) {
    hosts += 1;
    const host = `host${hosts}`;
    await database.pool.query(`insert into cluster.stages (host, node, epoch) values ($1, 'here', 1)`, [
      host,
    ]);
    const next = inTurn(async () => {
      const folder = folderOf();
      const files = new HostFiles(database, () => fence, host, folder);
      await files.restore();
      return storeFilesOf(await open(folder), files, () => undefined);
    });
    return {
      host,
      next,
      finds: async (token: string) => (await hostOfToken(database, digestOf(token))) === host,
    };
  }

  describeHostFiles(() => newHost());

  const preset = { name: 'Team', anchors: [] };

  it('survive the loss of the machine, because a call is answered when the database has its change', async () => {
    const { host, next } = await newHost();
    await new TestScreen(await next()).call('presets.save', { preset });
    // The first machine writes nothing more.
    const elsewhere = temporaryFolder();
    await new HostFiles(database, () => fence, host, elsewhere).restore();
    const other = await open(elsewhere);
    atEnd(() => other.close());
    expect((await new TestScreen(other).call('presets.list', {})).presets).toMatchObject([preset]);
  });

  it('are stored at the first start in a cluster, pictures included', async () => {
    const folder = temporaryFolder();
    const before = await open(folder);
    await new TestScreen(before).call('presets.save', { preset });
    await before.close();
    const { next } = await newHost(() => folder);
    await next();
    const { rows } = await database.pool.query(
      `select name from cluster.host_files where host = $1 and name = 'presets.json'`,
      [`host${hosts}`],
    );
    expect(rows).toHaveLength(1);
  });

  it('are not changed by a node that has lost the host, and the host is told', async () => {
    const folder = temporaryFolder();
    const { host, next } = await newHost(() => folder);
    const screen = new TestScreen(await next());
    await database.pool.query(`update cluster.stages set node = null where host = $1`, [host]);
    await expect(screen.call('presets.save', { preset })).rejects.toMatchObject({
      problem: { code: 'cluster.unreachable' },
    });
    await expect(new HostFiles(database, () => fence, host, folder).store()).rejects.toThrow(
      StaleWriterError,
    );
    const { rows } = await database.pool.query(
      `select from cluster.host_files where host = $1 and name = 'presets.json'`,
      [host],
    );
    expect(rows).toEqual([]);
  });

  it('include pictures that any node can show', async () => {
    const { next } = await newHost();
    const bytes = drawPortrait(3);
    const data = `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
    const { picture } = await new TestScreen(await next()).call('pictures.put', { data });
    expect(await storedPicture(database, picture)).toEqual({ type: 'image/png', bytes: Buffer.from(bytes) });
    expect(await storedPicture(database, '0'.repeat(64))).toBeNull();
  });
});
