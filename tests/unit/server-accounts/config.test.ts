import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';

describe('configuration of accounts', () => {
  it('needs a PostgreSQL database for a node of a cluster', () => {
    expect(() => readConfig({ NODE_ID: 'one' }, '/')).toThrow('NODE_ID needs DATABASE_URL');
    const DATABASE_URL = 'postgresql://localhost/ringside';
    const NODE_SECRET = 'a-secret-of-all-nodes-of-32-bytes';
    const node = { NODE_ID: 'one', DATABASE_URL, NODE_SECRET };
    expect(readConfig(node, '/').node).toMatchObject({ id: 'one', secret: NODE_SECRET, address: null });
    expect(readConfig(node, '/').personal).toBe(false);
    expect(() => readConfig({ ...node, NODE_ID: 'a b' }, '/')).toThrow('NODE_ID is invalid');
    expect(() => readConfig({ NODE_ID: 'one', DATABASE_URL }, '/')).toThrow('NODE_ID needs NODE_SECRET');
    expect(() => readConfig({ ...node, NODE_SECRET: 'short' }, '/')).toThrow('NODE_SECRET is invalid');
    expect(() => readConfig({ ...node, HOST: '0.0.0.0' }, '/')).toThrow('NODE_ID needs NODE_ADDRESS');
    const NODE_ADDRESS = 'http://10.0.0.2:5180';
    expect(readConfig({ ...node, HOST: '0.0.0.0', NODE_ADDRESS }, '/').node?.address).toBe(NODE_ADDRESS);
  });

  it('needs a place for recordings that all nodes of a cluster can use', () => {
    const node = {
      NODE_ID: 'one',
      DATABASE_URL: 'postgresql://localhost/ringside',
      NODE_SECRET: 'a-secret-of-all-nodes-of-32-bytes',
    };
    const recordings = (given: Record<string, string>) =>
      readConfig({ ...node, ...given }, '/app').node?.recordings;
    const key = { RECORDINGS_KEY_ID: 'id', RECORDINGS_SECRET: 'secret' };
    expect(recordings({})).toBeNull();
    expect(recordings({ RECORDINGS_URL: 'shows' })).toEqual({ kind: 'folder', folder: '/app/shows' });
    expect(recordings({ RECORDINGS_URL: 'file:///mnt/a%20b' })).toEqual({
      kind: 'folder',
      folder: '/mnt/a b',
    });
    expect(recordings({ RECORDINGS_URL: 'https://s3.example/bucket', ...key })).toEqual({
      kind: 's3',
      url: new URL('https://s3.example/bucket/'),
      keyId: 'id',
      secret: 'secret',
      region: null,
    });
    const wrong = { RECORDINGS_URL: 'https://s3.example/bucket' };
    expect(() => recordings(wrong)).toThrow('RECORDINGS_KEY_ID');
    expect(() => recordings({ ...key, RECORDINGS_URL: 'https://s3.example' })).toThrow(
      'RECORDINGS_URL is invalid',
    );
    expect(() => recordings({ ...key, RECORDINGS_URL: 's3://bucket' })).toThrow('RECORDINGS_URL is invalid');
    expect(() => readConfig(wrong, '/')).toThrow('RECORDINGS_URL needs NODE_ID');
  });

  it('works without any variable', () => {
    expect(readConfig({}, '/home/host').accounts).toEqual({
      docs: false,
      databaseUrl: null,
      smtpUrl: null,
      mailFrom: 'Ringside <no-reply@ringside.local>',
      adminEmail: 'admin@ringside.local',
      adminPassword: null,
      trustedProxies: 0,
      logToStdout: false,
      showDays: 365,
      logDays: 180,
      sessionDays: 180,
      production: false,
      metricsToken: null,
    });
  });

  it('trusts no proxy unless the number of proxies is set', () => {
    const proxies = (value: string) => readConfig({ TRUST_PROXY: value }, '/x').accounts.trustedProxies;
    expect(['', 'false', '0', 'true', '2'].map(proxies)).toEqual([0, 0, 0, 1, 2]);
  });

  it.each([
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ SMTP_URL: 'http://x' }, 'SMTP_URL'],
    [{ ADMIN_EMAIL: 'nobody' }, 'ADMIN_EMAIL'],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD'],
    [{ TRUST_PROXY: 'everybody' }, 'TRUST_PROXY'],
    [{ SHOW_DAYS: '0' }, 'SHOW_DAYS'],
    [{ MAIL_FROM: 'a\r\nBcc: b' }, 'MAIL_FROM'],
    [{ LOG: 'yes' }, 'LOG'],
  ])('names the problem of %o', (environment, name) => {
    expect(() => readConfig(environment, '/x')).toThrow(ConfigError);
    expect(() => readConfig(environment, '/x')).toThrow(new RegExp(`${name} is invalid`));
  });

  it('does not repeat a secret in an error', () => {
    expect(() => readConfig({ ADMIN_PASSWORD: 'secret!' }, '/x')).toThrow(/^(?!.*secret!)/s);
    expect(() => readConfig({ DATABASE_URL: 'mysql://me:hidden@x' }, '/x')).toThrow(/^(?!.*hidden)/s);
  });
});
