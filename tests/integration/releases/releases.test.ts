import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { releaseListSchema } from '#shared/contract/api/version.ts';
import { emptyBackstage } from '../server/support/emptyBackstage.ts';

const EXE = 'Ringside-1.2.0-win-x64.exe';
let folder = '';
let app: FastifyInstance;
let url = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringside-releases-'));
  const releases = join(folder, 'releases');
  mkdirSync(join(releases, 'Ringside-9.9.9-win-x64.exe'), { recursive: true });
  mkdirSync(join(folder, 'web'));
  const put = (name: string, content: string) => writeFileSync(join(releases, name), content);
  put(EXE, '0123456789');
  put(`${EXE}.blockmap`, 'blocks');
  put('Ringside-1.10.0-beta.2-win-x64.exe', 'beta');
  put('Ringside-1.10.0-win-x64.exe', 'newest');
  put('Ringside-1.2.0-mac-universal.dmg', 'dmg');
  put('Ringside-1.2.0-mac-universal.zip', 'zip');
  put('Ringside-1.2.0-linux-x86_64.AppImage', 'image');
  put('Ringside-1.2.0-linux-amd64.deb', 'deb');
  put('latest.yml', 'version: 1.10.0\n');
  for (const name of ['notes.txt', '.env', 'Ringside.exe', 'latest.json', 'Ringside-1.2.0-win-x64.dmg'])
    put(name, 'secret');
  writeFileSync(join(folder, 'outside'), 'secret');
  symlinkSync(join(folder, 'outside'), join(releases, 'Ringside-3.0.0-win-x64.exe'));
  app = await createApp({
    backstage: emptyBackstage,
    trust: { publicHost: null, listenHost: '127.0.0.1' },
    webDir: join(folder, 'web'),
    build: 'test',
    releasesDir: releases,
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${url}${path}`, { headers });

describe('releases of a server', () => {
  it('are listed with the newest first, and stable ones before betas', async () => {
    const answer = await get('/releases');
    const { data } = releaseListSchema.parse(await answer.json());
    expect(data.map(({ name }) => name)).toEqual([
      'Ringside-1.10.0-win-x64.exe',
      'Ringside-1.10.0-beta.2-win-x64.exe',
      'Ringside-1.2.0-linux-amd64.deb',
      'Ringside-1.2.0-linux-x86_64.AppImage',
      'Ringside-1.2.0-mac-universal.dmg',
      'Ringside-1.2.0-mac-universal.zip',
      EXE,
    ]);
    expect(data.at(-1)).toEqual({
      name: EXE,
      system: 'windows',
      kind: 'exe',
      version: '1.2.0',
      arch: 'x64',
      size: 10,
      url: `/releases/${EXE}`,
    });
  });

  it('are downloaded whole or by range, and not again if they are cached', async () => {
    const whole = await get(`/releases/${EXE}`);
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
    expect(whole.headers.get('content-disposition')).toBe(`attachment; filename="${EXE}"`);
    expect(whole.headers.get('cache-control')).toContain('immutable');
    const part = await get(`/releases/${EXE}`, { range: 'bytes=2-5' });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      '2345',
      'bytes 2-5/10',
    ]);
    // Node's fetch bypasses every cache if the request has such a header.
    const known = await app.inject({
      url: `/releases/${EXE}`,
      headers: { host: '127.0.0.1', 'if-none-match': whole.headers.get('etag') ?? '' },
    });
    expect(known.statusCode).toBe(304);
    expect((await get(`/releases/${EXE}`, { range: 'bytes=20-' })).status).toBe(416);
  });

  it('have a feed without caching, and block maps', async () => {
    const feed = await get('/releases/latest.yml');
    expect(await feed.text()).toBe('version: 1.10.0\n');
    expect(feed.headers.get('cache-control')).not.toContain('immutable');
    expect(await (await get(`/releases/${EXE}.blockmap`)).text()).toBe('blocks');
  });

  it.each([
    'notes.txt',
    '.env',
    'Ringside.exe',
    'latest.json',
    'latest-mac.yml',
    'Ringside-1.2.0-win-x64.dmg',
    'Ringside-9.9.9-win-x64.exe',
    'Ringside-3.0.0-win-x64.exe',
    '..%2foutside',
    '%2e%2e/outside',
    '..%5coutside',
    'Ringside-1.2.0-win-x64.exe%00.txt',
    'Ringside-1.2.0-win-x64.exe/..',
  ])('do not include other files: %s', async (name) => {
    const answer = await get(`/releases/${name}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await answer.text()).not.toContain('secret');
  });

  it('are empty without a folder', async () => {
    const bare = await createApp({
      backstage: emptyBackstage,
      trust: { publicHost: null, listenHost: '127.0.0.1' },
      webDir: join(folder, 'web'),
      build: 'test',
      releasesDir: join(folder, 'nowhere'),
    });
    const answer = await bare.inject({ url: '/releases', headers: { host: '127.0.0.1' } });
    await bare.close();
    expect(answer.json()).toMatchObject({ code: 200, data: [] });
  });
});
