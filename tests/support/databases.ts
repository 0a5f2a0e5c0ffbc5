import { once } from 'node:events';
import { createServer } from 'node:http';
import pg from 'pg';
import { openDatabase } from '#server/database/open.ts';
import { startPostgres } from '#tests/integration/server/support/postgres.ts';

/** The environment variable with the address at which tests ask for a database. */
const VARIABLE = 'RINGSIDE_TEST_DATABASES';

/** Whether `newDatabase` can be used: in tests it can, in benches it cannot. */
export const hasDatabases = (): boolean => process.env[VARIABLE] !== undefined;

/** Makes a migrated, empty database in the PostgreSQL that all tests of a run share, and returns its address. */
export async function newDatabase(): Promise<string> {
  const answer = await fetch(process.env[VARIABLE] ?? '');
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** Vitest's global set-up: answers `newDatabase`. The first request starts the PostgreSQL. */
export default async function setup(): Promise<() => Promise<void>> {
  let postgres: ReturnType<typeof startTemplate> | null = null;
  let count = 0;
  const server = createServer((_request, response) => {
    count += 1;
    const name = `test${count}`;
    postgres ??= startTemplate();
    postgres
      .then(({ copy }) => copy(name))
      .then(
        (address) => response.end(address),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  process.env[VARIABLE] = `http://127.0.0.1:${address.port}/`;
  return async () => {
    server.close();
    await (await postgres)?.stop();
  };
}

/** Starts a PostgreSQL with a migrated database, and returns a function that copies it. */
async function startTemplate() {
  const postgres = await startPostgres();
  const template = await postgres.createDatabase('template');
  await (await openDatabase({ url: template, folder: '' })).close();
  const pool = new pg.Pool({ connectionString: template.replace(/template$/, 'postgres'), max: 1 });
  return {
    copy: async (name: string) => {
      await pool.query(`create database ${name} template template`);
      return template.replace(/template$/, name);
    },
    stop: async () => {
      await pool.end();
      await postgres.stop();
    },
  };
}
