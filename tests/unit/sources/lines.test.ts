import { describe, expect, it } from 'vitest';
import { retryAfter } from '#backstage/sources/http.ts';
import { createSource, defaultLines } from '#backstage/sources/lines.ts';
import { address, browsers, socketParameters } from '#backstage/sources/wire.ts';
import { RingsideError } from '#shared/contract/error.ts';

describe('default lines', () => {
  it('are an automatic and a direct one, through two hosts of the platform, when nothing is configured', () => {
    const [first, second] = defaultLines({});
    expect([first.id, second.id]).toEqual(['line1', 'line2']);
    expect([first.kind, second.kind]).toEqual(['auto', 'direct']);
    expect(first.wsUrl).not.toBe(second.wsUrl);
  });

  it('take their addresses from the environment', () => {
    const lines = defaultLines({ LIVE_WEB_URL: 'http://127.0.0.1:9000', LIVE_WS_URL: 'ws://127.0.0.1:9000' });
    for (const line of lines) {
      expect(line).toMatchObject({ webUrl: 'http://127.0.0.1:9000', wsUrl: 'ws://127.0.0.1:9000' });
    }
  });

  it('use one host each if two are given', () => {
    const lines = defaultLines({ LIVE_WS_URL: 'ws://127.0.0.1:1', LIVE_WS_URL_2: 'ws://127.0.0.1:2' });
    expect(lines.map(({ wsUrl }) => wsUrl)).toEqual(['ws://127.0.0.1:1', 'ws://127.0.0.1:2']);
  });

  it('use the signing service for the second line if there is a key', () => {
    const [first, second] = defaultLines({ SIGN_KEY: 'k', SIGN_URL: 'https://sign.test' });
    expect(first).toMatchObject({ kind: 'auto', signKey: 'k' });
    expect(second).toMatchObject({ kind: 'signed', signKey: 'k', signUrl: 'https://sign.test' });
  });

  it.each([
    ['LIVE_WEB_URL', 'nonsense'],
    ['LIVE_WS_URL', 'https://wrong.test'],
    ['LIVE_WS_URL_2', 'https://wrong.test'],
    ['SIGN_URL', 'ftp://wrong.test'],
  ])('name the variable with an invalid address: %s', (name, value) => {
    expect(() => defaultLines({ [name]: value })).toThrow(new RingsideError('line.invalidAddress', { name }));
  });

  it('fail with a reason for a relay without an address', async () => {
    const [line] = defaultLines({});
    const source = createSource({ ...line, kind: 'relay' });
    await expect(source.resolve('mika', AbortSignal.timeout(1000))).rejects.toThrow(
      new RingsideError('line.invalidAddress'),
    );
  });
});

describe('address', () => {
  it('keeps an existing path and parameters', () => {
    expect(address('https://host.test/base/', '/x', [['a', 'b c']])).toBe('https://host.test/base/x?a=b+c');
    expect(address('wss://host.test/im/?k=1', '', [['a', '2']])).toBe('wss://host.test/im/?k=1&a=2');
  });

  it('keep the order of parameters, and a name that occurs twice', () => {
    const parameters = socketParameters('7300000000000000001', browsers[0]);
    const { searchParams } = new URL(address('wss://host.test', '/im/', parameters));
    expect([...searchParams]).toEqual(parameters.map(([name, value]) => [name, value]));
    expect(searchParams.getAll('version_code')).toEqual(['180800', '270000']);
    expect([...searchParams.keys()].at(0)).toBe('version_code');
    expect([...searchParams.keys()].at(-1)).toBe('did_rule');
  });

  it('replace a parameter that the base address already has', () => {
    expect(address('wss://host.test/im/?a=1&a=2', '', [['a', '3']])).toBe('wss://host.test/im/?a=3');
  });
});

describe('retryAfter', () => {
  it('parses seconds and dates', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(retryAfter('12', now)).toBe(12);
    expect(retryAfter('Thu, 01 Jan 2026 00:01:30 GMT', now)).toBe(90);
    expect(retryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
    expect(retryAfter('soon', now)).toBeUndefined();
    expect(retryAfter(null, now)).toBeUndefined();
  });
});
