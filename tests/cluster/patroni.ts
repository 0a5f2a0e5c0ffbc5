import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { signalAll } from '#tests/integration/server/support/postgres.ts';
import { freePort } from '#tests/support/freePort.ts';
import { until } from '#tests/support/until.ts';
import type { ClusterDatabase } from './clusterDatabase.ts';

/** Debian's packages, and the folder of the programs of PostgreSQL. */
export const patroniPackages = 'patroni, etcd-server, haproxy, postgresql-15';
const programs = ['patroni', 'etcd', 'haproxy'];
const BIN = '/usr/lib/postgresql/15/bin';
const PASSWORD = 'ringside-test';
const COMPOSE = join(import.meta.dirname, '../../build/docker/cluster.yaml');
/** Longer than Patroni waits for a primary that is gone. */
const FAILOVER_LIMIT = 120_000;

/** The parts of `cluster.yaml` that this file runs. */
const composeSchema = z.object({
  'x-patroni': z.object({ SPILO_CONFIGURATION: z.string() }),
  configs: z.object({ haproxy: z.object({ content: z.string() }) }),
});
const bootstrapSchema = z.object({
  bootstrap: z.object({ dcs: z.looseObject({ synchronous_mode: z.string() }) }),
});
const membersSchema = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
});

interface Member {
  name: string;
  port: number;
  rest: number;
  data: string;
  start(): ChildProcess;
  process: ChildProcess;
}

export const hasPatroni = (): boolean => spawnSync('which', programs).status === 0;

/**
 * Three databases under Patroni behind HAProxy, with the settings of `build/docker/cluster.yaml`. A failover kills the
 * primary with its Patroni, as when a machine is lost; it returns as a standby.
 */
export async function startPatroni(): Promise<ClusterDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-patroni-'));
  // PostgreSQL refuses to run as root.
  const user = userInfo().uid === 0 ? idsOf('postgres') : {};
  if (user.uid !== undefined) spawnSync('chown', ['postgres', folder]);
  const run = (name: string, command: string, args: string[]): ChildProcess => {
    const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
    const child = spawn(command, args, { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    return child;
  };
  const compose = composeSchema.parse(parse(readFileSync(COMPOSE, 'utf8'), { merge: true }));
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const etcd = run('etcd', 'etcd', [
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=http://127.0.0.1:${etcdPort}`,
    `--advertise-client-urls=http://127.0.0.1:${etcdPort}`,
    `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
  ]);
  const members: Member[] = [];
  for (const name of ['database-1', 'database-2', 'database-3']) {
    const [own, rest] = [await freePort(), await freePort()];
    const data = join(folder, name, 'data');
    mkdirSync(join(folder, name));
    if (user.uid !== undefined) spawnSync('chown', ['-R', 'postgres', join(folder, name)]);
    const config = join(folder, `${name}.yml`);
    writeFileSync(config, stringify(memberConfig({ name, port: own, rest, etcdPort, data, compose })));
    const start = () => run(name, 'patroni', [config]);
    members.push({ name, port: own, rest, data, start, process: start() });
  }
  const proxyConfig = join(folder, 'haproxy.cfg');
  writeFileSync(proxyConfig, proxyTo(compose.configs.haproxy.content, port, members));
  const proxy = run('haproxy', 'haproxy', ['-db', '-f', proxyConfig]);

  const addressAt = (at: number, database: string) =>
    `postgresql://postgres:${PASSWORD}@127.0.0.1:${at}/${database}`;
  const stop = async () => {
    for (const { process, data } of members) {
      process.kill('SIGKILL');
      signalAll(data, 'SIGKILL');
    }
    proxy.kill('SIGKILL');
    etcd.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  const complete = () =>
    until(
      async () => {
        const all = await membersOf(members);
        const running = all.filter(({ state }) => /running|streaming/.test(state));
        // Patroni makes only a standby that confirms commits the next primary.
        const has = (which: RegExp) => running.some(({ role }) => which.test(role));
        return running.length === members.length && has(/^leader$/) && has(/^(sync|quorum)_standby$/);
      },
      'three databases with a primary and a synchronous standby',
      FAILOVER_LIMIT,
    );
  try {
    await complete();
  } catch (error) {
    const logs = members.map(({ name }) => readFileSync(join(folder, `${name}.log`), 'utf8').slice(-1500));
    await stop();
    throw new Error(logs.join('\n'), { cause: error });
  }
  return {
    port,
    addressAt,
    createDatabase: async (name) => {
      const client = new pg.Client(addressAt(port, 'postgres'));
      await client.connect();
      await client.query(`create database ${pg.escapeIdentifier(name)}`);
      await client.end();
    },
    failOver: async () => {
      const before = (await membersOf(members)).find(({ role }) => role === 'leader')?.name;
      const lost = members.find(({ name }) => name === before);
      if (lost === undefined) throw new Error('there is no primary');
      lost.process.kill('SIGKILL');
      signalAll(lost.data, 'SIGKILL');
      const others = members.filter((member) => member !== lost);
      await until(
        async () =>
          (await membersOf(others)).some(({ name, role }) => role === 'leader' && name !== lost.name),
        'another primary',
        FAILOVER_LIMIT,
      );
      lost.process = lost.start();
      await complete();
    },
    stop,
  };
}

/** The members as the first Patroni that answers sees them. */
async function membersOf(members: readonly Member[]) {
  for (const { rest } of members) {
    const answer = await fetch(`http://127.0.0.1:${rest}/cluster`).catch(() => null);
    const parsed = membersSchema.safeParse(await answer?.json().catch(() => null));
    if (parsed.success) return parsed.data.members;
  }
  return [];
}

interface MemberSettings {
  name: string;
  port: number;
  rest: number;
  etcdPort: number;
  data: string;
  compose: z.infer<typeof composeSchema>;
}

function memberConfig({ name, port, rest, etcdPort, data, compose }: MemberSettings) {
  const { dcs } = bootstrapSchema.parse(parse(compose['x-patroni'].SPILO_CONFIGURATION)).bootstrap;
  // Patroni knows quorum commits from version 4 on. One named standby stores no less.
  const knowsQuorum = Number(/\d+/.exec(spawnSync('patroni', ['--version']).stdout.toString())) >= 4;
  return {
    scope: 'ringside',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...dcs,
        ...(!knowsQuorum && { synchronous_mode: true }),
        postgresql: { use_pg_rewind: true },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
      pg_hba: ['host all all 127.0.0.1/32 md5', 'host replication standby 127.0.0.1/32 md5'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: BIN,
      pgpass: `${data}.pgpass`,
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'standby', password: PASSWORD },
      },
      parameters: { unix_socket_directories: join(data, '..') },
    },
  };
}

/** The part of the proxy's configuration that leads servers to the primary, with the addresses of this machine. */
function proxyTo(content: string, port: number, members: readonly Member[]): string {
  const defaults = content.slice(0, content.indexOf('resolvers docker\n'));
  const primary = content.slice(content.indexOf('listen primary'));
  let text = `${defaults}\n${primary}`
    .replaceAll(' resolvers docker init-addr none', '')
    .replace('bind :5432', `bind 127.0.0.1:${port}`);
  for (const { name, port: own, rest } of members) {
    text = text.replace(`server ${name} ${name}:5432`, `server ${name} 127.0.0.1:${own} check port ${rest}`);
  }
  return text;
}

function idsOf(name: string): { uid?: number; gid?: number } {
  const idOf = (flag: string) => Number(spawnSync('id', [flag, name]).stdout.toString());
  return { uid: idOf('-u'), gid: idOf('-g') };
}
