import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { RawClient, upgradeHead } from '#tests/support/rawClient.ts';
import { emptyBackstage } from '../server/support/emptyBackstage.ts';

let close = async () => {};
afterEach(() => close());

const listen = async (https: boolean) => {
  const app = await createApp({
    backstage: emptyBackstage,
    trust: { publicHost: null, listenHost: '127.0.0.1' },
    https,
    webDir: import.meta.dirname,
    build: 'test',
  });
  close = async () => {
    await app.close();
  };
  return await app.listen({ port: 0, host: '127.0.0.1' });
};

const answerTo = async (url: string, head: string) => {
  const client = await RawClient.open(url);
  client.send(head);
  const answer = await client.received();
  client.reset();
  return answer.toLowerCase();
};

describe('responses without a route', () => {
  it.each([
    ['a refused upgrade', (url: string) => upgradeHead(url, '/nowhere')],
    ['an overlay page', (url: string) => `GET /overlay/ready HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`],
  ])('have the security headers: %s', async (_what, head) => {
    const https = await listen(true);
    const answer = await answerTo(https, head(https));
    expect(answer).toContain('strict-transport-security: max-age=31536000\r\n');
    expect(answer).toContain('x-content-type-options: nosniff\r\n');
    await close();
    const plain = await listen(false);
    expect(await answerTo(plain, head(plain))).not.toContain('strict-transport-security');
  });
});
