import { setTimeout as wait } from 'node:timers/promises';
import { newShowId } from '#backstage/show/facts.ts';
import { type ClusterDatabase, openClusterDatabase } from '#server/cluster/clusterDatabase.ts';
import { ClusterNode } from '#server/cluster/clusterNode.ts';
import { GroupCommit } from '#server/cluster/groupCommit.ts';
import { PostgresInputLog } from '#server/cluster/postgresInputLog.ts';
import { api } from '#shared/contract/api/index.ts';
import { LocalCluster } from '#tests/cluster/localCluster.ts';
import { type PostgresPair, startPostgresPair } from '#tests/cluster/postgresPair.ts';
import { ApiClient } from '#tests/integration/server/support/client.ts';
import { startSimulator } from '#tests/simulator/simulator.ts';
import { batchOf, giftsOf } from '#tests/support/inputLogContract.ts';
import { OverlayPage } from '#tests/support/overlayPage.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import { until } from '#tests/support/until.ts';
import { measureShows, SHOWS } from './shows.ts';
import { percentile } from './statistics.ts';

const ADMIN = { email: 'admin@ringside.example', password: 'Keep_1_safe' };
const GIFTS = 300;
const GIFT_EVERY_MS = 60;
const WARM_UP = 30;
const ROSE = 5655;

/** A show with 5 gifts a second stores some 2 batches a second. Here every show appends as fast as it may. */
const BUSY_SHOWS = 200;
const APPEND_FOR_MS = 10_000;
const BATCH = 5;

/**
 * Measures what a cluster adds: the time from a gift to an overlay on the node that has the show and through another
 * node, what a gift costs a node and its PostgreSQL with a synchronous standby, and how many inputs a second one node
 * stores there.
 */
export async function bench(): Promise<Record<string, number>> {
  return { ...(await overlays()), ...(await shows()), ...(await appends()) };
}

async function overlays(): Promise<Record<string, number>> {
  const room = await startSimulator({ script: 'empty' });
  const cluster = await LocalCluster.open({
    servers: 2,
    env: {
      TOOL: 'account',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LIVE_WEB_URL: room.webUrl,
      LIVE_WS_URL: room.wsUrl,
      OUTBOUND_HOSTS: new URL(room.webUrl).host,
    },
  });
  try {
    const [owner, other] = cluster.nodes;
    if (owner === undefined || other === undefined) throw new Error('there are no two servers');
    for (const node of cluster.nodes) await until(() => node.output.includes('is the node'), node.name);
    const client = new ApiClient(owner.url.replace(/\/$/, ''));
    const token = (await client.call(api.account.signin, { body: ADMIN })).data;
    const screen = await joinAsScreen(owner.url, { token });
    await screen.call('room.open', { username: room.username, lineId: 'line1' });
    const { preset } = await screen.call('presets.save', { preset: { name: 'Team', anchors: [] } });
    await screen.call('session.choosePreset', { presetId: preset.id });
    await screen.call('session.act', { action: 'start' });
    const widget = { kind: 'totalVotes', name: 'Votes', language: 'en' } as const;
    const { link } = await screen.call('overlay.create', widget);
    const fragment = new URL(link.url).hash;
    const [near, far] = await Promise.all(
      [owner, other].map(({ url }) => OverlayPage.shown(`${url}overlay/${fragment}`)),
    );
    if (near === undefined || far === undefined) throw new Error('there are no two overlays');
    const times = { near: [] as number[], far: [] as number[] };
    for (let count = 1; count <= WARM_UP + GIFTS; count += 1) {
      const sentAt = performance.now();
      const shown = (page: OverlayPage) =>
        page
          .until(() => (page.state.totals?.show.count ?? 0) >= count)
          .then(() => performance.now() - sentAt);
      room.sendGift({ viewer: `viewer ${count}`, gift: ROSE });
      const [here, there] = await Promise.all([shown(near), shown(far)]);
      if (count > WARM_UP) {
        times.near.push(here);
        times.far.push(there);
      }
      await wait(GIFT_EVERY_MS);
    }
    near.close();
    far.close();
    screen.close();
    const extra = times.far.map((time, at) => time - (times.near[at] ?? 0));
    return {
      'cluster.overlay.ms.p99': percentile(times.near, 0.99),
      'cluster.overlay.otherNode.ms.p99': percentile(times.far, 0.99),
      'cluster.overlay.otherNode.extraMs.p99': percentile(extra, 0.99),
    };
  } finally {
    await cluster.close();
    await room.close();
  }
}

/** Runs `work` as a node on a new PostgreSQL pair. */
export async function onPostgres(
  work: (parts: NodeParts) => Promise<Record<string, number>>,
): Promise<Record<string, number>> {
  const postgres = await startPostgresPair();
  try {
    await postgres.createDatabase('bench');
    const database = await openClusterDatabase(postgres.addressAt(postgres.port, 'bench'));
    const ignore = () => undefined;
    const events = {
      taken: ignore,
      suspended: ignore,
      resumed: ignore,
      draining: ignore,
      lost: ignore,
      fault: ignore,
    };
    const node = new ClusterNode({
      ...database,
      id: 'bench',
      address: 'http://127.0.0.1:1',
      build: '1.0.0+bench',
      events,
    });
    try {
      await node.register();
      node.start();
      const commits = new GroupCommit(database.pool, () => node.fence);
      return await work({ postgres, database, node, commits });
    } finally {
      await node.close();
      await database.close();
    }
  } finally {
    await postgres.stop();
  }
}

interface NodeParts {
  postgres: PostgresPair;
  database: ClusterDatabase;
  node: ClusterNode;
  commits: GroupCommit;
}

/** The same shows as the bench `shows`, stored in PostgreSQL. */
const shows = () =>
  onPostgres(async ({ postgres, database, node, commits }) => {
    const hosts = Array.from({ length: SHOWS }, (_, index) => `host${index}`);
    for (const host of hosts) await node.claim(host);
    const stored = async () => {
      const { rows } = await database.pool.query<{ bytes: string; wal: string }>(
        `select sum(pg_total_relation_size(inhrelid)) as bytes, pg_current_wal_lsn() - '0/0' as wal
         from pg_inherits where inhparent = 'cluster.inputs'::regclass`,
      );
      return { bytes: Number(rows[0]?.bytes), wal: Number(rows[0]?.wal), cpu: postgres.cpuSeconds() };
    };
    let before = { bytes: 0, wal: 0, cpu: 0 };
    return await measureShows('cluster.shows', {
      logs: (index) => ({
        open: (name, facts) =>
          new PostgresInputLog(database, commits, { host: hosts[index] ?? '', name, facts }),
        remove: () => undefined,
      }),
      begin: async () => {
        before = await stored();
      },
      end: async (gifts) => {
        const after = await stored();
        return {
          'shows.gift.databaseCpu.us': ((after.cpu - before.cpu) * 1e6) / gifts,
          'shows.gift.databaseBytes': (after.bytes - before.bytes) / gifts,
          'shows.gift.walBytes': (after.wal - before.wal) / gifts,
        };
      },
    });
  });

/** Shows that append as fast as they can. */
const appends = () =>
  onPostgres(async ({ postgres, database, node, commits }) => {
    const facts = { createdAt: 0, lineId: 'line1', rehearsal: null, closed: false } as const;
    const logs = await Promise.all(
      Array.from({ length: BUSY_SHOWS }, async (_, at) => {
        await node.claim(`host${at}`);
        return new PostgresInputLog(database, commits, {
          host: `host${at}`,
          name: newShowId(Date.now(), () => 0.5),
          facts,
        });
      }),
    );
    const begunAt = performance.now();
    const cpuBefore = process.cpuUsage();
    const databaseBefore = postgres.cpuSeconds();
    const waits: number[] = [];
    let inputs = 0;
    await Promise.all(
      logs.map(async (log) => {
        for (let seq = 1; performance.now() - begunAt < APPEND_FOR_MS; seq += BATCH) {
          const askedAt = performance.now();
          await log.append(batchOf(giftsOf(seq, seq + BATCH - 1)));
          waits.push(performance.now() - askedAt);
          inputs += BATCH;
        }
      }),
    );
    const seconds = (performance.now() - begunAt) / 1000;
    const { user, system } = process.cpuUsage(cpuBefore);
    return {
      'cluster.append.inputsPerSecond': inputs / seconds,
      'cluster.append.ms.p99': percentile(waits, 0.99),
      'cluster.append.nodeCpuMicrosPerInput': (user + system) / inputs,
      'cluster.append.databaseCpuMicrosPerInput': ((postgres.cpuSeconds() - databaseBefore) * 1e6) / inputs,
    };
  });
