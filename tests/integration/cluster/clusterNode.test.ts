import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { StaleWriterError, UnknownCommitError } from '#backstage/journal/failures.ts';
import { type ClusterDatabase, openClusterDatabase } from '#server/cluster/clusterDatabase.ts';
import { ClusterNode } from '#server/cluster/clusterNode.ts';
import { GroupCommit } from '#server/cluster/groupCommit.ts';
import { PostgresInputLog } from '#server/cluster/postgresInputLog.ts';
import { batchOf, giftOf, giftsOf } from '#tests/support/inputLogContract.ts';
import { type PostgresServer, startPostgres } from '../server/support/postgres.ts';

const SHOW = '20261126-053306-123abcd';
const facts = { createdAt: 0, lineId: 'line1', rehearsal: null, closed: false } as const;

let postgres: PostgresServer;
let database: ClusterDatabase;
let databaseUrl: string;
/** The size of the pool of a node. */
const MOST_CONNECTIONS = 6;
const nodes: ClusterNode[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.createDatabase('cluster');
  database = await openClusterDatabase(databaseUrl);
});
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close();
  await database.pool.query('truncate cluster.nodes, cluster.stages, cluster.shows, cluster.inputs cascade');
});
afterAll(async () => {
  await database.close();
  await postgres.stop();
});

/** A node that has registered and renews its lease only when the test says so. */
async function startNode(id: string, leaseMs = 60_000, renewEveryMs?: number) {
  const heard: string[] = [];
  const node = new ClusterNode({
    ...database,
    id,
    address: `http://${id}:5180`,
    build: 'test',
    leaseMs,
    ...(renewEveryMs !== undefined && { renewEveryMs }),
    events: {
      taken: (hosts) => heard.push(`taken ${hosts.toSorted().join()}`),
      suspended: () => heard.push('suspended'),
      resumed: () => heard.push('resumed'),
      draining: () => heard.push('draining'),
      lost: (reason) => heard.push(`lost ${reason}`),
      fault: (error) => heard.push(String(error)),
    },
  });
  nodes.push(node);
  const left = await node.register();
  const commits = new GroupCommit(database.pool, () => node.fence);
  const logOf = (host: string) => new PostgresInputLog(database, commits, { host, name: SHOW, facts });
  return { node, heard, left, logOf };
}

/** Makes the lease of a node end now or some time ago (ms), as a pause of the node does after its time. */
const expire = (id: string, agoMs = 0) =>
  database.pool.query(
    `update cluster.nodes set lease_until = clock_timestamp() - $2 * interval '1 ms' where id = $1`,
    [id, agoMs],
  );

describe('node of a cluster', () => {
  it('claims a host that is free, and learns who has one that is not', async () => {
    const a = await startNode('a');
    const b = await startNode('b');
    expect(await a.node.claim('mika')).toEqual({ owned: true });
    expect(await a.node.claim('mika')).toEqual({ owned: true });
    expect(await b.node.claim('mika')).toEqual({ owned: false, node: 'a', address: 'http://a:5180' });
    await a.node.release('mika');
    expect(await b.node.claim('mika')).toEqual({ owned: true });
  });

  it('takes over the counting shows of a node whose lease has expired, and refuses what that node appends', async () => {
    const a = await startNode('a');
    const b = await startNode('b');
    for (const host of ['mika', 'rin', 'idle']) await a.node.claim(host);
    for (const host of ['mika', 'rin']) a.node.setOnAir(host, true);
    await a.node.tick();
    await a.logOf('mika').append(batchOf(giftsOf(1, 2)));
    await b.node.tick();
    expect(b.heard).toEqual([]);
    await expire('a');
    await b.node.tick();
    expect(b.heard).toEqual(['taken mika,rin']);
    await expect(a.logOf('mika').append(batchOf(giftsOf(3, 3)))).rejects.toThrow(StaleWriterError);
    await b.logOf('mika').append(batchOf(giftsOf(3, 4)));
    expect(await b.logOf('mika').read(0, 10)).toEqual(giftsOf(1, 4));
    // A host without a show waits for its next screen.
    expect(await b.node.claim('idle')).toEqual({ owned: true });
    await a.node.tick();
    expect(a.node.isHeld).toBe(false);
    expect(a.heard.at(0)).toBe('suspended');
    expect(a.heard.at(1)).toMatch(/^lost/);
  });

  it('shares the shows of a lost node with the other nodes', async () => {
    const a = await startNode('a');
    const b = await startNode('b');
    const c = await startNode('c');
    for (let number = 0; number < 9; number += 1) {
      await a.node.claim(`host${number}`);
      a.node.setOnAir(`host${number}`, true);
    }
    await a.node.tick();
    await expire('a');
    await b.node.tick();
    await c.node.tick();
    const taken = [b, c].flatMap(({ heard }) => heard.map((line) => line.split(',').length));
    expect(taken.toSorted()).toEqual([4, 5]);
  });

  it('gets its own counting shows back after a restart', async () => {
    const first = await startNode('a');
    await first.node.claim('mika');
    await first.node.claim('idle');
    first.node.setOnAir('mika', true);
    await first.node.tick();
    const second = await startNode('a');
    expect(second.left).toEqual(['mika']);
    await second.logOf('mika').append(batchOf(giftsOf(1, 1)));
    await expect(first.logOf('mika').append(batchOf(giftsOf(2, 2)))).rejects.toThrow(StaleWriterError);
    await first.node.tick();
    expect(first.heard).toEqual(['suspended', 'lost replaced']);
  });

  it('hands its counting shows over at once when it closes', async () => {
    const a = await startNode('a');
    const b = await startNode('b');
    await a.node.claim('mika');
    a.node.setOnAir('mika', true);
    await a.node.tick();
    await a.node.drain();
    await a.node.close();
    await b.node.tick();
    expect(b.heard).toEqual(['taken mika']);
  });

  it('leaves the shows of a slow node alone while it drains, and the slow node goes on', async () => {
    const a = await startNode('a');
    const b = await startNode('b');
    await a.node.claim('mika');
    a.node.setOnAir('mika', true);
    await a.node.tick();
    await b.node.drain();
    await expire('a');
    await b.node.tick();
    await a.node.tick();
    expect(a.heard).toEqual([]);
    expect(await a.node.owns('mika')).toBe(true);
  });

  it('gives a lost node more time while its own renewals are slow, because all nodes may be slow', async () => {
    const a = await startNode('a');
    const b = await startNode('b', 60_000, 50);
    await a.node.claim('mika');
    a.node.setOnAir('mika', true);
    await a.node.tick();
    const client = await database.pool.connect();
    await client.query(`begin; select from cluster.nodes where id = 'b' for update`);
    const renewal = b.node.tick();
    await client.query('select pg_sleep(0.15); commit');
    client.release();
    await renewal;
    await expire('a');
    await b.node.tick();
    expect(b.heard).toEqual([]);
    // Slow nodes come back with all they have.
    await a.node.tick();
    await a.logOf('mika').append(batchOf(giftsOf(1, 2)));
    await expire('a', 60_001);
    await b.node.tick();
    expect(b.heard).toEqual(['taken mika']);
  });

  it('is suspended within its lease when the database does not answer, and goes on afterwards', async () => {
    const { node, heard } = await startNode('a', 400);
    await node.claim('mika');
    const startedAt = performance.now();
    postgres.freeze();
    try {
      await expect.poll(() => heard).toEqual(['suspended']);
      expect(node.isHeld).toBe(false);
      expect(performance.now() - startedAt).toBeGreaterThan(200);
    } finally {
      postgres.thaw();
    }
    await expect
      .poll(async () => {
        await node.tick();
        return heard;
      })
      .toEqual(['suspended', 'resumed']);
    expect(await node.claim('mika')).toEqual({ owned: true });
  });

  it('does not go on with a lease that has ended again by the time of the answer', async () => {
    // No database answers within this lease.
    const { node, heard } = await startNode('a', 0.001);
    await node.tick();
    await node.tick();
    expect(node.isHeld).toBe(false);
    expect(heard).toEqual([]);
  });

  it('keeps its lease while other statements have all connections, and while a takeover waits', async () => {
    const { node, heard } = await startNode('a', 2000, 20);
    await startNode('gone');
    await database.pool.query(`insert into cluster.stages values ('mika', 'gone', 1, true)`);
    await expire('gone');
    const other = await openClusterDatabase(databaseUrl);
    const appending = await other.pool.connect();
    const busy: PoolClient[] = [];
    try {
      // Appends of the lost node are under way, so a takeover of its shows waits.
      await appending.query('begin');
      await appending.query(`select from cluster.nodes where id = 'gone' for share`);
      node.start();
      await expect.poll(() => database.pool.totalCount - database.pool.idleCount).toBe(1);
      while (busy.length < MOST_CONNECTIONS - 1) busy.push(await database.pool.connect());
      const end = await other.pool.query<{ at: Date }>(
        'select lease_until as at from cluster.nodes where id = $1',
        ['a'],
      );
      const isRenewed = async () => {
        const { rows } = await other.pool.query(
          `select from cluster.nodes where id = 'a' and lease_until > $1::timestamptz + interval '2500 ms'`,
          [end.rows[0]?.at],
        );
        return rows.length > 0;
      };
      await expect.poll(isRenewed, { timeout: 10_000 }).toBe(true);
      expect(heard).not.toContain('suspended');
    } finally {
      await appending.query('rollback');
      appending.release();
      for (const client of busy) client.release();
      await other.close();
    }
    await expect.poll(() => heard).toContain('taken mika');
  });

  it('takes no show of another one because the database was away from both', async () => {
    const a = await startNode('a', 400);
    const b = await startNode('b', 400);
    for (const [{ node }, host] of [
      [a, 'mika'],
      [b, 'yui'],
    ] as const) {
      await node.claim(host);
      node.setOnAir(host, true);
      await node.tick();
    }
    postgres.freeze();
    try {
      for (const { heard } of [a, b]) await expect.poll(() => heard).toEqual(['suspended']);
    } finally {
      postgres.thaw();
    }
    await expect
      .poll(async () => {
        await a.node.tick();
        return a.heard;
      })
      .toContain('resumed');
    // The first one is back earlier.
    await a.node.tick();
    await b.node.tick();
    expect(await b.node.owns('yui')).toBe(true);
    expect([...a.heard, ...b.heard].filter((line) => line.startsWith('taken'))).toEqual([]);
    expect(b.heard).toEqual(['suspended', 'resumed']);
  });
});

type Step = { act: 'pause' | 'tick' | 'append' | 'restart'; who: number };
const IDS = ['a', 'b', 'c'];

describe('nodes that are paused at random', () => {
  it('never both write to a show, and lose or repeat no acknowledged input', {
    timeout: 120_000,
  }, async () => {
    const step = fc.record<Step>({
      act: fc.constantFrom('pause', 'tick', 'append', 'append', 'append', 'restart'),
      who: fc.nat(IDS.length - 1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 12 }), async (rounds) => {
        await database.pool.query('truncate cluster.nodes, cluster.stages, cluster.inputs');
        const started = await Promise.all(IDS.map((id) => startNode(id)));
        await started[0]?.node.claim('mika');
        started[0]?.node.setOnAir('mika', true);
        await started[0]?.node.tick();
        const acknowledged = new Map<number, string>();
        const append = async (who: number) => {
          const { node, logOf } = started[who] ?? (await startNode('none'));
          const { epoch } = node.fence;
          const seq = (await logOf('mika').last()) + 1;
          const writer = `${node.id} ${epoch}`;
          const stored = await logOf('mika')
            .append(batchOf([{ seq, input: giftOf(seq, writer) }]))
            .then(() => true)
            .catch((error: unknown) => {
              // On a busy machine, the database may not answer in time.
              if (!(error instanceof UnknownCommitError)) expect(error).toBeInstanceOf(StaleWriterError);
              return false;
            });
          if (!stored) return;
          expect(acknowledged.get(seq) ?? writer).toBe(writer);
          acknowledged.set(seq, writer);
        };
        const run = async ({ act, who }: Step) => {
          const node = started[who]?.node;
          if (act === 'append') await append(who);
          else if (act === 'tick') await node?.tick();
          else if (act === 'pause') await expire(IDS[who] ?? '');
          else await node?.register();
        };
        // The steps of a round run at the same time.
        for (const round of rounds) await Promise.all(round.map(run));
        const log = await started[0]?.logOf('mika').read(0, 1000);
        const writers = (log ?? []).map(({ input }) => (input.kind === 'gift' ? input.giftName : ''));
        for (const [seq, writer] of acknowledged) expect(writers[seq - 1]).toBe(writer);
        const changes = writers.filter((writer, index) => writer !== writers[index - 1]);
        expect(changes).toEqual([...new Set(changes)]);
      }),
      { numRuns: 40 },
    );
  });
});
