import { afterAll, beforeAll, describe } from 'vitest';
import { docsSuite } from './suites/docs.ts';
import { everySuite } from './suites/every.ts';
import { headerSuite } from './suites/headers.ts';
import { startServer, type TestServer } from './support/harness.ts';

describe('on the embedded database', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(async () => {
    await server.close();
  });
  everySuite(() => server);
  // These say the same on every database.
  headerSuite(() => server);
  docsSuite(() => server);
});
