import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits } from '#server/limits/limits.ts';
import { api } from '#shared/contract/api/index.ts';
import { startServer, type TestServer } from './support/harness.ts';

const { account, site } = api;
const slow = (burst: number) => ({ burst, perSecond: 1 / 60 });

describe('rate limits', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({
      limits: {
        sender: slow(20),
        account: slow(30),
        strict: { ...defaultLimits.strict, secret: slow(8), heavy: slow(2) },
      },
    });
    server.clock.hold();
  });
  afterAll(() => server.close());

  it('refuse a busy sender with the time to wait, but no other sender', async () => {
    const { client, clock } = server;
    const call = (from: string) => client.call(site.info, { from });
    for (let index = 0; index < 20; index += 1) expect((await call('192.0.2.1')).code).toBe(200);
    const refused = await call('192.0.2.1');
    expect([refused.status, refused.code]).toEqual([429, 429]);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.raw).toEqual({ seconds: 60 });
    expect((await call('192.0.2.2')).code).toBe(200);
    clock.forward(60);
    expect((await call('192.0.2.1')).code).toBe(200);
    expect((await call('192.0.2.1')).code).toBe(429);
  });

  it('count all IPv6 addresses of a /64 as one sender', async () => {
    const { client } = server;
    const codes: number[] = [];
    for (let index = 0; index < 21; index += 1) {
      const from = `2001:db8:1:2:${index.toString(16)}::${index.toString(16)}`;
      codes.push((await client.call(site.info, { from })).code);
    }
    expect(codes.filter((code) => code === 429)).toHaveLength(1);
    expect((await client.call(site.info, { from: '2001:db8:1:3::1' })).code).toBe(200);
  });

  it('ignore addresses in X-Forwarded-For that the trusted proxy has not added', async () => {
    const { client } = server;
    const codes: number[] = [];
    for (let index = 0; index < 21; index += 1) {
      codes.push((await client.call(site.info, { from: `198.51.100.${index}, 203.0.113.9` })).code);
    }
    expect(codes.filter((code) => code === 429)).toHaveLength(1);
  });

  it('refuse a sender that tries passwords of many accounts', async () => {
    const { client } = server;
    const codes: number[] = [];
    for (let index = 0; index < 9; index += 1) {
      const body = { email: `spray${index}@ringside.example`, password: 'Gift_123' };
      codes.push((await client.call(account.signin, { body, from: '192.0.2.50' })).code);
    }
    expect(codes).toEqual([400, 400, 400, 400, 400, 400, 400, 400, 429]);
  });

  it('apply to an account at all its addresses, and are lower for expensive calls', async () => {
    const { client, join } = server;
    const [host, other] = [await join(), await join()];
    expect((await client.call(account.exportAll, { token: host.token })).code).toBe(200);
    expect((await client.call(account.exportAll, { token: host.token })).code).toBe(200);
    expect((await client.call(account.exportAll, { token: host.token })).code).toBe(429);
    const codes: number[] = [];
    for (let index = 0; index < 30; index += 1)
      codes.push((await client.call(account.info, { token: host.token })).code);
    expect(codes.at(-1)).toBe(429);
    expect((await client.call(account.info, { token: other.token })).code).toBe(200);
  });
});

describe('a server without a proxy', () => {
  it('ignores X-Forwarded-For', async () => {
    const server = await startServer({
      env: { TRUST_PROXY: '' },
      limits: { ...defaultLimits, sender: slow(5) },
    });
    server.clock.hold();
    const codes: number[] = [];
    // The sign-in of the harness was the first call of this sender.
    for (let index = 0; index < 5; index += 1) codes.push((await server.client.call(site.info)).code);
    expect(codes).toEqual([200, 200, 200, 200, 429]);
    await server.close();
  });
});
