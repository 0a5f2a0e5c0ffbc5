import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StaleWriterError, UnknownCommitError } from '#backstage/journal/failures.ts';
import { type ClusterDatabase, openClusterDatabase, showKey } from '#server/cluster/clusterDatabase.ts';
import { GroupCommit, STORE } from '#server/cluster/groupCommit.ts';
import { PostgresInputLog } from '#server/cluster/postgresInputLog.ts';
import {
  batchOf,
  describeInputLog,
  expectDamaged,
  giftOf,
  giftsOf,
} from '#tests/support/inputLogContract.ts';
import { type PostgresServer, startPostgres } from '../server/support/postgres.ts';

let postgres: PostgresServer;
let database: ClusterDatabase;
let commits: GroupCommit;
let hosts = 0;

const facts = { createdAt: 0, lineId: 'line1', rehearsal: null, closed: false } as const;

beforeAll(async () => {
  postgres = await startPostgres();
  database = await openClusterDatabase(await postgres.createDatabase('cluster'));
  await database.pool.query(`insert into cluster.nodes values ('here', 1, '', 'test', now())`);
  commits = new GroupCommit(database.pool, () => ({ node: 'here', epoch: 1 }));
});
afterAll(async () => {
  await database.close();
  await postgres.stop();
});

/** Gives a new host to the node, and returns one of its shows. */
async function newShow(name = '20261126-053306-123abcd') {
  hosts += 1;
  const host = `host${hosts}`;
  await database.pool.query(`insert into cluster.stages values ($1, 'here', 1, true)`, [host]);
  return { host, name, facts };
}
const newLog = async (name?: string) => new PostgresInputLog(database, commits, await newShow(name));

describe('PostgreSQL input log', () => {
  describeInputLog({
    create: async () => {
      const show = await newShow();
      const open = () => new PostgresInputLog(database, commits, show);
      return { log: open(), again: async () => open() };
    },
  });

  it('never reads the whole table of inputs for an append', async () => {
    const shows = await Promise.all([newShow(), newShow()]);
    for (const show of shows) {
      const log = new PostgresInputLog(database, commits, show);
      for (let seq = 1; seq < 2000; seq += 500) await log.append(batchOf(giftsOf(seq, seq + 499)));
    }
    await database.pool.query('analyze cluster.inputs');
    // One transaction has the batches of many shows.
    const batches = Array.from({ length: 300 }, (_, at) => String(at));
    const seqs = batches.map(() => 2001);
    const { rows: plan } = await database.pool.query<Record<string, string>>(`explain ${STORE}`, [
      'here',
      1,
      batches,
      batches,
      seqs,
      batches,
      seqs,
      batches.map(() => null),
      batches,
    ]);
    const lines = plan.map((row) => row['QUERY PLAN'] ?? '');
    expect(lines.filter((line) => /Scan.* on inputs_/.test(line))).not.toEqual([]);
    expect(lines.filter((line) => /Seq Scan on inputs/.test(line))).toEqual([]);
  });

  it('refuses to read a damaged or missing input', async () => {
    const log = await newLog();
    await log.append(batchOf(giftsOf(1, 3)));
    const change = (what: string) =>
      database.pool.query(`${what} where seq = 2 and show = (select id from cluster.shows where host = $1)`, [
        `host${hosts}`,
      ]);
    await change(`update cluster.inputs set body = '{"kind":"gift"}'`);
    await expectDamaged(log);
    await change('delete from cluster.inputs');
    await expectDamaged(log);
  });

  it('refuses the writes of a node whose epoch was raised, and of a node that does not have the host', async () => {
    const show = await newShow();
    const logOf = (node: string, epoch: number) =>
      new PostgresInputLog(database, new GroupCommit(database.pool, () => ({ node, epoch })), show);
    await database.pool.query(`insert into cluster.nodes values ('there', 7, '', 'test', now())`);
    await logOf('here', 1).append(batchOf(giftsOf(1, 1)));
    for (const stale of [logOf('here', 0), logOf('here', 2), logOf('there', 7)]) {
      await expect(stale.append(batchOf(giftsOf(2, 2)))).rejects.toThrow(StaleWriterError);
    }
    expect(await logOf('here', 1).last()).toBe(1);
  });

  it('stores inputs of shows of every month, and characters of every kind', async () => {
    for (const name of ['20240229-235959-999zzzz', '20301231-000000-000aaaa']) {
      const log = await newLog(name);
      const gift = { ...giftOf(1), giftName: '\u0000 "x" \ud800 薔薇' };
      await log.append(batchOf([{ seq: 1, input: gift }]));
      expect(await log.read(0, 1)).toEqual([{ seq: 1, input: gift }]);
    }
    const { rows } = await database.pool.query<{ name: string }>(
      `select distinct tableoid::regclass::text as name from cluster.inputs`,
    );
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['cluster.inputs_2024_02', 'cluster.inputs_2030_12']),
    );
  });

  it('commits the waiting batches of many shows together, and only a wrong one fails', async () => {
    const logs = await Promise.all(Array.from({ length: 20 }, () => newLog()));
    for (const log of logs) await log.append(batchOf(giftsOf(1, 1)));
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const results = await Promise.allSettled(
      logs.map((log, index) =>
        log.append(batchOf(index === 7 ? [{ seq: 2, input: giftOf(1) }] : giftsOf(2, 2))),
      ),
    );
    expect(results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([7]);
    expect(query.mock.calls.length).toBeLessThan(30);
    query.mockClear();
    await Promise.all(logs.map((log, index) => (index === 7 ? null : log.append(batchOf(giftsOf(3, 3))))));
    // The first one starts alone, the others wait for it.
    expect(query.mock.calls.length).toBeLessThanOrEqual(3);
    query.mockRestore();
    const last = await Promise.all(logs.map((log) => log.last()));
    expect(last).toEqual(logs.map((_log, index) => (index === 7 ? 1 : 3)));
  });

  it('reports a commit as unknown when the connection breaks, and recognises the batch later', async () => {
    const log = await newLog();
    await log.append(batchOf(giftsOf(1, 1)));
    // Delays the commit until the connection is ended: the client cannot know the outcome.
    const blocker = await database.pool.connect();
    await blocker.query('begin');
    await blocker.query(`select from cluster.nodes where id = 'here' for update`);
    const attempt = log.append(batchOf(giftsOf(2, 3)));
    attempt.catch(() => {});
    await expect
      .poll(async () => {
        const { rows } = await blocker.query<{ ended: boolean }>(
          `select pg_terminate_backend(pid) as ended from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length;
      })
      .toBe(1);
    await blocker.query('rollback');
    blocker.release();
    await expect(attempt).rejects.toThrow(UnknownCommitError);
    await log.append(batchOf(giftsOf(2, 3)));
    await log.append(batchOf(giftsOf(2, 3)));
    expect(await log.read(0, 10)).toEqual(giftsOf(1, 3));
  });

  it('does not report a batch as stored when PostgreSQL warns that no standby has it', async () => {
    const log = await newLog();
    await log.append(batchOf(giftsOf(1, 1)));
    const set = async (setting: string) => {
      await database.pool.query(`alter system set ${setting}`);
      await database.pool.query('select pg_reload_conf()');
    };
    const { pool } = database;
    const waiting = `select pid from pg_stat_activity where wait_event = 'SyncRep'`;
    const isWaiting = async () => (await pool.query(waiting)).rows.length === 1;
    await set(`synchronous_standby_names = 'none'`);
    // The setting arrives a moment later: append until a commit waits for the standby.
    let seq = 1;
    let attempt: Promise<unknown> | null = null;
    await expect
      .poll(() => {
        attempt ??= log.append(batchOf(giftsOf(seq + 1, seq + 1))).then(
          () => {
            seq += 1;
            attempt = null;
          },
          (error: unknown) => error,
        );
        return isWaiting();
      })
      .toBe(true);
    await pool.query(`select pg_cancel_backend(pid) from (${waiting}) w`);
    expect(await attempt).toBeInstanceOf(UnknownCommitError);
    // The batch is stored on this server only. The next attempt waits for the standby, too.
    const again = log.append(batchOf(giftsOf(seq + 1, seq + 1)));
    await expect.poll(isWaiting).toBe(true);
    await set(`synchronous_standby_names = ''`);
    await again;
    expect(await log.last()).toBe(seq + 1);
  });
});

describe('showKey', () => {
  it('grows with the time of creation', () => {
    const keys = [1, 2, Date.UTC(2026, 10), Date.UTC(2026, 11)].map((at) => BigInt(showKey(at)));
    expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)));
  });
});
