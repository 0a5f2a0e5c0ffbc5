import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { cpuSecondsOf, postgresIn, signalAll } from '#tests/integration/server/support/postgres.ts';
import { until } from '#tests/support/until.ts';
import type { ClusterDatabase } from './clusterDatabase.ts';

/** A PostgreSQL with a synchronous standby, both real. It can fail over once; afterwards there is no standby. */
export interface PostgresPair extends ClusterDatabase {
  /** The processor time (s) of both servers. */
  cpuSeconds(): number;
}

const STANDBY = 'standby';

export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-pair-'));
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const primary = await postgresIn(folder, first, { flags: ['-c', `synchronous_standby_names=${STANDBY}`] });
  let follows = false;
  const standby = await postgresIn(folder, second, {
    onLog: (text) => {
      follows ||= text.includes('ready to accept read-only connections');
    },
  });
  await primary.server.initialise();
  // Nothing runs yet, so a copy of the files is a complete backup.
  spawnSync('cp', ['-a', first, second]);
  const source = new URL(primary.address('postgres'));
  const login = `user=${source.username} password=${source.password} application_name=${STANDBY}`;
  appendFileSync(
    join(second, 'postgresql.conf'),
    `\nprimary_conninfo = 'host=${source.hostname} port=${source.port} ${login}'\n`,
  );
  writeFileSync(join(second, 'standby.signal'), '');
  await primary.server.start();
  // It resolves only for a server that accepts writes, so after the promotion.
  void standby.server.start().catch(() => undefined);
  await until(() => follows, 'the standby');

  let current = primary;
  return {
    get port() {
      return current.port;
    },
    createDatabase: (name) => current.server.createDatabase(name),
    addressAt: (port, database) => {
      const address = new URL(current.address(database));
      address.port = String(port);
      return address.href;
    },
    failOver: async () => {
      if (current === standby) throw new Error('there is no standby left');
      signalAll(first, 'SIGKILL');
      const client = new pg.Client(standby.address('postgres'));
      await client.connect();
      await client.query('select pg_promote()');
      await client.end();
      current = standby;
    },
    cpuSeconds: () => cpuSecondsOf(first) + cpuSecondsOf(second),
    stop: async () => {
      await standby.server.stop();
      if (current === primary) await primary.server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
