import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unguarded } from '#backstage/sources/outbound.ts';
import { Cluster } from '#server/cluster/cluster.ts';
import { type ClusterDatabase, openClusterDatabase } from '#server/cluster/clusterDatabase.ts';
import { batchOf, giftsOf } from '#tests/support/inputLogContract.ts';
import { atEnd, temporaryFolder } from '../backstage/setup.ts';
import { type PostgresServer, startPostgres } from '../server/support/postgres.ts';

const facts = { createdAt: 0, lineId: 'line1', rehearsal: null, closed: false } as const;
const SECRET = 'a-secret-of-all-nodes-of-32-bytes';

describe('server in a cluster', () => {
  let postgres: PostgresServer;
  let databaseUrl: string;
  let database: ClusterDatabase;
  beforeAll(async () => {
    postgres = await startPostgres();
    databaseUrl = await postgres.createDatabase('cluster');
    database = await openClusterDatabase(databaseUrl);
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  async function joined(nodeId: string, url = databaseUrl) {
    const told: string[] = [];
    const resume = vi.fn();
    const cluster = new Cluster({
      databaseUrl: url,
      nodeId,
      secret: SECRET,
      address: () => '',
      build: 'test',
      outboundOf: () => unguarded,
      onAir: () => [],
      closeShow: async () => undefined,
      localHosts: () => [],
      remove: async () => undefined,
      resume,
      disconnect: () => told.push('disconnect'),
      abandon: () => told.push('abandon'),
      say: (line) => told.push(line),
      onFault: (error) => told.push(String(error)),
    });
    atEnd(() => cluster.close());
    await cluster.join();
    return { cluster, told, resume };
  }

  /** A show of a host with three inputs in the database. */
  async function store(cluster: Cluster, host: string, showId: string) {
    const { logs } = await cluster.prepare(host, join(temporaryFolder(), host));
    await logs.open(showId, facts).append(batchOf(giftsOf(1, 3)));
    return logs;
  }
  const stored = async () => {
    const { rows } = await database.pool.query<{ show: string }>(
      `select distinct host || ' ' || name as show from cluster.shows join cluster.inputs on show = id order by 1`,
    );
    return rows.map(({ show }) => show);
  };

  it('deletes the inputs of deleted shows, old shows and deleted accounts', async () => {
    const { cluster } = await joined('one');
    const logs = await store(cluster, 'mika', '20261126-053306-123abcd');
    await store(cluster, 'mika', '20240229-235959-999zzzz');
    await store(cluster, 'rin', '20261126-053306-123abcd');
    await store(cluster, 'live', '20240101-000000-000aaaa');
    cluster.setOnAir('live', true);
    await expect
      .poll(async () => (await database.pool.query('select from cluster.stages where on_air')).rows.length)
      .toBe(1);
    await cluster.removeBegunBefore(Date.UTC(2025, 0));
    const now = '20261126-053306-123abcd';
    expect(await stored()).toEqual(['live 20240101-000000-000aaaa', `mika ${now}`, `rin ${now}`]);
    logs.remove(now);
    await expect.poll(stored).toEqual(['live 20240101-000000-000aaaa', `rin ${now}`]);
    await cluster.erase(['rin', 'live']);
    expect(await stored()).toEqual([]);
    const { rows } = await database.pool.query('select from cluster.inputs');
    expect(rows).toEqual([]);
  });

  it('refuses a host of another server, and names that server', async () => {
    const [one, two] = [await joined('one'), await joined('two')];
    await one.cluster.prepare('sora', temporaryFolder());
    await expect(two.cluster.prepare('sora', temporaryFolder())).rejects.toMatchObject({
      problem: { code: 'cluster.otherServer', params: { node: 'one' } },
    });
    await one.cluster.release('sora');
    await two.cluster.prepare('sora', temporaryFolder());
  });

  it('refuses hosts until it reaches the database', async () => {
    const cluster = new Cluster({
      databaseUrl,
      nodeId: 'late',
      secret: SECRET,
      address: () => '',
      build: 'test',
      outboundOf: () => unguarded,
      onAir: () => [],
      closeShow: async () => undefined,
      localHosts: () => [],
      remove: async () => undefined,
      resume: () => undefined,
      disconnect: () => undefined,
      abandon: () => undefined,
      say: () => undefined,
      onFault: () => undefined,
    });
    atEnd(() => cluster.close());
    const problem = { problem: { code: 'cluster.unreachable' } };
    await expect(cluster.prepare('yui', temporaryFolder())).rejects.toMatchObject(problem);
    expect(cluster.isReady).toBe(false);
    await cluster.join();
    await cluster.prepare('yui', temporaryFolder());
  });

  it('is ready for requests from its first lease until it stops', async () => {
    const { cluster } = await joined('ready');
    expect(cluster.isReady).toBe(true);
    await cluster.drain();
    expect(cluster.isReady).toBe(false);
  });

  it('disconnects its screens while the database does not answer, and gives no show up', async () => {
    const { cluster, told, resume } = await joined('frozen');
    await cluster.prepare('hana', temporaryFolder());
    cluster.setOnAir('hana', true);
    await expect
      .poll(async () => (await database.pool.query('select from cluster.stages where on_air')).rows.length)
      .toBe(1);
    resume.mockClear();
    postgres.freeze();
    try {
      await expect.poll(() => told).toContain('disconnect');
    } finally {
      postgres.thaw();
    }
    await expect.poll(() => resume.mock.calls.flat(2)).toContain('hana');
    expect(told).not.toContain('abandon');
    await cluster.prepare('hana', temporaryFolder());
  });
});
