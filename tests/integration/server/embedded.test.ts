import { afterAll, beforeAll, describe } from 'vitest';
import { everySuite } from './suites/every.ts';
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
});
