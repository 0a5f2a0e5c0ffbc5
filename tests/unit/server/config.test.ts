import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';

describe('the configuration', () => {
  it('has a default for every variable', () => {
    const config = readConfig({}, '/home/host');
    expect(config).toMatchObject({
      port: 5180,
      host: '127.0.0.1',
      dataDir: '/home/host/data',
      publicUrl: null,
    });
    expect(config.lines.map((line) => [line.id, line.kind])).toEqual([
      ['line1', 'auto'],
      ['line2', 'direct'],
    ]);
    expect(config.lines[0]?.wsUrl).not.toBe(config.lines[1]?.wsUrl);
  });

  it('uses LIVE_WS_URL for both lines, and LIVE_WS_URL_2 for line 2 if it is set', () => {
    const hosts = (environment: Record<string, string>) =>
      readConfig(environment, '/x').lines.map(({ wsUrl }) => wsUrl);
    expect(hosts({ LIVE_WS_URL: 'ws://127.0.0.1:1' })).toEqual(['ws://127.0.0.1:1', 'ws://127.0.0.1:1']);
    expect(hosts({ LIVE_WS_URL: 'ws://127.0.0.1:1', LIVE_WS_URL_2: 'ws://127.0.0.1:2' })).toEqual([
      'ws://127.0.0.1:1',
      'ws://127.0.0.1:2',
    ]);
  });

  it('treats an empty variable as missing', () => {
    expect(readConfig({ PORT: '', HOST: '', SIGN_KEY: '' }, '/x').port).toBe(5180);
  });

  it('makes line 2 a signed line if SIGN_KEY is set', () => {
    const [line1, line2] = readConfig({ SIGN_KEY: 'k', SIGN_URL: 'http://127.0.0.1:1' }, '/x').lines;
    expect(line1?.kind).toBe('auto');
    expect(line2).toMatchObject({ kind: 'signed', signKey: 'k', signUrl: 'http://127.0.0.1:1' });
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ LIVE_WEB_URL: 'ftp://x' }, 'LIVE_WEB_URL'],
    [{ LIVE_WS_URL: 'https://x' }, 'LIVE_WS_URL'],
    [{ LIVE_WS_URL_2: 'https://x' }, 'LIVE_WS_URL_2'],
    [{ SIGN_URL: 'nothing' }, 'SIGN_URL'],
    [{ HOST: 'a b' }, 'HOST'],
    [{ PUBLIC_URL: 'ringside.example' }, 'PUBLIC_URL'],
  ])('names the invalid variable in %o', (environment, name) => {
    expect(() => readConfig(environment, '/x')).toThrow(ConfigError);
    expect(() => readConfig(environment, '/x')).toThrow(new RegExp(`${name} is invalid`));
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT is invalid: set a whole number from 0 to 65535.'],
    [{ PORT: '80.5' }, 'PORT is invalid: set a whole number from 0 to 65535.'],
    [{ MAX_HOSTS: '0' }, 'MAX_HOSTS is invalid: set a whole number from 1 to 10000.'],
    [{ SIGN_URL: 'nothing' }, 'SIGN_URL is invalid: set an address that begins with http:// or https://.'],
    [
      { LIVE_WS_URL: 'https://x' },
      'LIVE_WS_URL is invalid: set an address that begins with ws:// or wss://.',
    ],
  ])('says what to set instead of %o', (environment, message) => {
    expect(() => readConfig(environment, '/x')).toThrow(message);
  });
});
