import { describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { emptyBackstage } from '#tests/integration/server/support/emptyBackstage.ts';

const headersOf = async (https: boolean) => {
  const trust = { publicHost: 'ringside.example', listenHost: '127.0.0.1' };
  const app = await createApp({
    backstage: emptyBackstage,
    trust,
    https,
    webDir: import.meta.dirname,
    build: 'test',
  });
  const { headers } = await app.inject({ url: '/api/health', headers: { host: 'ringside.example' } });
  await app.close();
  return headers;
};

describe('the HSTS header', () => {
  it('is sent for a year over https, and not without https', async () => {
    expect((await headersOf(true))['strict-transport-security']).toBe('max-age=31536000');
    expect((await headersOf(false))['strict-transport-security']).toBeUndefined();
  });
});
