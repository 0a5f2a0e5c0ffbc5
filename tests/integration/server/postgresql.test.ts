import { afterAll, beforeAll, describe } from 'vitest';
import { everySuite } from './suites/every.ts';
import { startServer, type TestServer } from './support/harness.ts';
import { type PostgresServer, startPostgres } from './support/postgres.ts';

describe('on PostgreSQL', () => {
  let postgres: PostgresServer;
  let server: TestServer;
  beforeAll(async () => {
    postgres = await startPostgres();
    server = await startServer({ databaseUrl: await postgres.createDatabase('ringside') });
  });
  afterAll(async () => {
    await server.close();
    await postgres.stop();
  });
  everySuite(() => server);
});
