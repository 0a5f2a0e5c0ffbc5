import type { LookupOptions } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createSource } from '#backstage/sources/lines.ts';
import { lookupByDns, OutboundGuard } from '#server/outbound/guard.ts';
import type { Line } from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { SocketEnd } from '#shared/live/source.ts';
import { until } from '#tests/support/until.ts';
import { startDnsServer } from './support/dnsServer.ts';
import { OPEN_ROOM } from './support/platformAnswers.ts';

/** A forbidden server in the operator's network, or an allowed platform. */
interface Machine {
  port: number;
  connections: number;
  requests: { path: string; headers: IncomingHttpHeaders }[];
}

const SIGN_IN = 'sign-in-of-the-account';

describe('an outgoing connection of an account', () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  async function machine(answer: RequestListener): Promise<Machine> {
    const server = createServer((request, response) => {
      seen.requests.push({ path: request.url ?? '', headers: request.headers });
      answer(request, response);
    });
    const seen: Machine = { port: 0, connections: 0, requests: [] };
    server.on('connection', () => {
      seen.connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    seen.port = (server.address() as AddressInfo).port;
    cleanups.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return seen;
  }
  async function dnsServer(table: Record<string, string[]>) {
    const dns = await startDnsServer(table);
    cleanups.push(() => dns.close());
    return dns;
  }
  const inner = () => machine((_request, response) => response.end(JSON.stringify(OPEN_ROOM)));

  function guard(options: { allowedHosts?: string[]; perMinute?: number; lookup?: LookupFunction } = {}) {
    const made = new OutboundGuard({ allowedHosts: [], perMinute: 600, now: () => 0, ...options });
    cleanups.push(() => made.close());
    return made.of('account');
  }

  const line = (change: Partial<Line>): Line => ({
    id: 'line1',
    kind: 'direct',
    webUrl: 'http://nobody.test',
    wsUrl: 'ws://nobody.test',
    signUrl: '',
    signKey: '',
    relayUrl: '',
    ...change,
  });
  const refusalOf = async (asked: Promise<unknown>) => {
    const error = await asked.then(
      () => null,
      (reason: unknown) => reason,
    );
    return error instanceof RingsideError ? error.problem.code : error;
  };
  const find = (made: Line, outbound: ReturnType<typeof guard>) =>
    createSource(made, { fetch: outbound.fetch }).resolve('mika', AbortSignal.timeout(5000));
  const endOf = (url: string, outbound: ReturnType<typeof guard>, headers: Record<string, string> = {}) =>
    new Promise<SocketEnd>((resolve) => {
      outbound.openSocket({ url, headers }, { onOpen: () => {}, onFrame: () => {}, onEnd: resolve });
    });
  /** A resolver that returns these answers one after another, and then repeats the last one. */
  const resolver = (...answers: string[][]): LookupFunction => {
    let asked = 0;
    return (_name, { all }, callback) => {
      const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      if (all === true) callback(null, found);
      else callback(null, found[0]?.address ?? '', found[0]?.family);
    };
  };

  it.each([
    (port: number) => `http://127.0.0.1:${port}`,
    (port: number) => `http://localhost:${port}`,
    (port: number) => `http://2130706433:${port}`,
    (port: number) => `http://0x7f.1:${port}`,
    (port: number) => `http://[::ffff:127.0.0.1]:${port}`,
    (port: number) => `http://0.0.0.0:${port}`,
  ])('cannot reach the operator’s network by an IP address (%#)', async (address) => {
    const target = await inner();
    const webUrl = address(target.port);
    const outbound = guard();
    expect(await refusalOf(find(line({ webUrl }), outbound))).toBe('room.hostNotAllowed');
    const end = await endOf(webUrl.replace('http', 'ws'), outbound);
    expect(end).toMatchObject({ kind: 'barred', problem: { code: 'room.hostNotAllowed' } });
    expect(target.connections).toBe(0);
  });

  it('cannot reach the operator’s network by a name that resolves to a private address', async () => {
    const target = await inner();
    const name = `http://rebinding.test:${target.port}`;
    for (const answers of [[['127.0.0.1']], [['1.1.1.1', '127.0.0.1']], [['::ffff:127.0.0.1']]]) {
      const outbound = guard({ lookup: resolver(...answers) });
      expect(await refusalOf(find(line({ webUrl: name }), outbound))).toBe('room.hostNotAllowed');
      expect(await endOf(name.replace('http', 'ws'), outbound)).toMatchObject({ kind: 'barred' });
    }
    expect(target.connections).toBe(0);
  });

  it('resolves names through DNS servers, and checks the addresses', async () => {
    const target = await inner();
    const dns = await dnsServer({ 'inner.test': ['127.0.0.1'], 'mixed.test': ['1.1.1.1', '127.0.0.1'] });
    const outbound = guard({ lookup: lookupByDns({ servers: [dns.address] }) });
    for (const name of ['inner.test', 'mixed.test']) {
      const webUrl = `http://${name}:${target.port}`;
      expect(await refusalOf(find(line({ webUrl }), outbound))).toBe('room.hostNotAllowed');
      expect(await endOf(webUrl.replace('http', 'ws'), outbound)).toMatchObject({ kind: 'barred' });
      expect(dns.asked).toContain(name);
    }
    expect(target.connections).toBe(0);
  });

  it('does not block other connections or file access while DNS servers do not answer', async () => {
    const dns = await dnsServer({});
    const platform = await inner();
    const allowed = `localhost:${platform.port}`;
    const lookup = lookupByDns({ servers: [dns.address], timeoutMs: 20_000 });
    const outbound = guard({ lookup, allowedHosts: [allowed] });
    const stop = new AbortController();
    const names = Array.from({ length: 12 }, (_, index) => `silent${index}.test`);
    const asking = names.map((name) => outbound.fetch(`http://${name}/`, { signal: stop.signal }));
    const ended: unknown[] = [];
    for (const each of asking) each.catch((error: unknown) => ended.push(error));
    await until(() => names.every((name) => dns.asked.includes(name)), 'the questions for all names');
    // Read more files than libuv has threads: a blocking look-up would delay them.
    const contents = await Promise.all(names.map(() => readFile(import.meta.filename, 'utf8')));
    expect(contents).toHaveLength(12);
    // The operating system resolves allowed hosts and uses its hosts file.
    expect((await outbound.fetch(`http://${allowed}/`)).status).toBe(200);
    expect(ended).toEqual([]);
    stop.abort();
    await Promise.allSettled(asking);
    expect(ended).toHaveLength(12);
  });

  it('fails with room.unreachable if the DNS server does not answer', async () => {
    const dns = await dnsServer({});
    const outbound = guard({ lookup: lookupByDns({ servers: [dns.address], timeoutMs: 50, tries: 2 }) });
    expect(await refusalOf(find(line({ webUrl: 'http://silent.test' }), outbound))).toBe('room.unreachable');
    expect(await endOf('ws://silent.test', outbound)).toMatchObject({ kind: 'closed' });
    expect(dns.asked.filter((name) => name === 'silent.test').length).toBeGreaterThan(4);
  });

  it('resolves a name to all addresses, or to one of the wanted family', async () => {
    const dns = await dnsServer({ 'two.test': ['1.1.1.1', '8.8.8.8'] });
    const lookup = lookupByDns({ servers: [dns.address] });
    const found = (options: LookupOptions) =>
      new Promise<unknown>((resolve) => {
        lookup('two.test', options, (error, address, family) => resolve(error ?? [address, family]));
      });
    const both = ['1.1.1.1', '8.8.8.8'].map((address) => ({ address, family: 4 }));
    expect(await found({ all: true })).toEqual([both, undefined]);
    expect(await found({})).toEqual(['1.1.1.1', 4]);
    expect(await found({ family: 6 })).toMatchObject({ code: 'ENODATA' });
  });

  it('follows no redirect', async () => {
    const target = await inner();
    const platform = await machine((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${target.port}/` }).end(),
    );
    const webUrl = `http://127.0.0.1:${platform.port}`;
    const outbound = guard({ allowedHosts: [`127.0.0.1:${platform.port}`] });
    expect(await refusalOf(find(line({ webUrl }), outbound))).toBe('room.blocked');
    // A backstage without a guard follows no redirect either.
    expect(await refusalOf(createSource(line({ webUrl })).resolve('mika', AbortSignal.timeout(5000)))).toBe(
      'room.blocked',
    );
    expect(platform.requests.length).toBeGreaterThan(0);
    expect(target.connections).toBe(0);
  });

  it('sends its sign-in only to a relay that the operator allows', async () => {
    const relay = await machine((_request, response) =>
      response.end(JSON.stringify({ problem: { code: 'room.notLive' } })),
    );
    const relayLine = (relayUrl: string) => line({ kind: 'relay', relayUrl, relayToken: SIGN_IN });
    const allowed = guard({ allowedHosts: [`127.0.0.1:${relay.port}`] });
    expect(await refusalOf(find(relayLine(`ws://127.0.0.1:${relay.port}`), allowed))).toBe('room.notLive');
    expect(relay.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${SIGN_IN}`]);

    const other = await inner();
    const byName = guard({ lookup: resolver(['1.1.1.1']) });
    for (const relayUrl of [`ws://127.0.0.1:${other.port}`, `ws://elsewhere.test:${other.port}`]) {
      expect(await refusalOf(find(relayLine(relayUrl), byName))).toBe('room.hostNotAllowed');
      const headers = { Authorization: `Bearer ${SIGN_IN}` };
      expect(await endOf(relayUrl, byName, headers)).toMatchObject({ kind: 'barred' });
    }
    expect(other.connections).toBe(0);
  });

  it('reaches the hosts in OUTBOUND_HOSTS at any address', async () => {
    const platform = await inner();
    const host = `127.0.0.1:${platform.port}`;
    const room = await find(line({ webUrl: `http://${host}` }), guard({ allowedHosts: [host] }));
    expect(room.roomId).toBe(OPEN_ROOM.data.user.roomId);
    // Other ports of the same machine are not allowed.
    expect(
      await refusalOf(find(line({ webUrl: 'http://127.0.0.1:1' }), guard({ allowedHosts: [host] }))),
    ).toBe('room.hostNotAllowed');
  });

  it('is rate limited per account, with the time to wait', async () => {
    const platform = await inner();
    const host = `127.0.0.1:${platform.port}`;
    let now = 0;
    const made = new OutboundGuard({ allowedHosts: [host], perMinute: 6, now: () => now });
    cleanups.push(() => made.close());
    const ask = (account: string) => made.of(account).fetch(`http://${host}/`);
    for (let count = 0; count < 3; count += 1) await ask('one');
    await expect(ask('one')).rejects.toMatchObject({
      problem: { code: 'room.rateLimited', params: { seconds: 10 } },
    });
    expect(await endOf(`ws://${host}`, made.of('one'))).toMatchObject({
      kind: 'barred',
      problem: { code: 'room.rateLimited' },
    });
    expect((await ask('another')).status).toBe(200);
    now = 10_000;
    expect((await ask('one')).status).toBe(200);
  });
});
