import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { holdDataFolder } from '#backstage/dataFolder.ts';
import { openBackstage } from '#backstage/openBackstage.ts';
import { defaultLines } from '#backstage/sources/lines.ts';
import { createApp } from '#server/app.ts';
import { Hosting, type Owner } from '#server/hosting/hosting.ts';
import type { AdmitScreen } from '#server/hosting/screenAdmission.ts';
import { closeCodes } from '#shared/contract/backstage.ts';
import { temporaryFolder } from '#tests/support/ringside.ts';
import { emptyBackstage } from './support/emptyBackstage.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const owner: Owner = { kind: 'host', key: 'one' };

/** A server with one host, whose show was running when the server ended. */
async function serveHost() {
  const dataDir = temporaryFolder();
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const folder = join(dataDir, 'hosts', 'one');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'on-air'), '');
  const faults: unknown[] = [];
  const hosting = new Hosting({
    dataDir,
    onFault: (error) => faults.push(error),
    open: (path) =>
      openBackstage({ dataDir: path, build: 'test', lines: defaultLines({}), log: () => undefined }),
  });
  const admit: AdmitScreen = async () => {
    const lease = await hosting.acquire(owner);
    if (lease === null) return closeCodes.full;
    return { kind: 'host', mayCall: () => true, revoked: async () => null, cookie: null, ...lease };
  };
  const logged: string[] = [];
  const app = await createApp({
    backstage: emptyBackstage,
    admit,
    webDir: import.meta.dirname,
    build: 'test',
    trust: { publicHost: null, listenHost: '127.0.0.1' },
    log: (message) => logged.push(message),
  });
  cleanups.push(() => app.close().then(() => hosting.close()));
  return { hosting, folder, faults, logged, url: await app.listen({ port: 0, host: '127.0.0.1' }) };
}

/** The messages to a page until it has joined or its socket is closed, and the close code. */
async function joinFrom(url: string) {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/backstage`, { origin: url });
  cleanups.push(() => ws.terminate());
  const told: { push: string }[] = [];
  const code = await new Promise<number | null>((resolve, reject) => {
    ws.on('message', (data) => {
      const message = z.looseObject({ push: z.string() }).parse(JSON.parse(String(data)));
      told.push(message);
      if (message.push === 'hello') resolve(null);
    });
    ws.on('close', resolve);
    ws.on('error', reject);
  });
  return { told, code };
}

describe('a running show whose backstage cannot be opened', () => {
  it('is reported to its host with the reason, stays marked as running, and opens later', async () => {
    const { hosting, folder, faults, logged, url } = await serveHost();
    const release = holdDataFolder(folder);
    await hosting.resume();
    expect(faults).toMatchObject([{ problem: { code: 'storage.inUse' } }]);

    expect(await joinFrom(url)).toEqual({
      code: closeCodes.unavailable,
      told: [
        {
          push: 'notice',
          id: 'backstage.notOpen',
          severity: 'error',
          standing: true,
          problem: { code: 'storage.inUse', params: { path: folder } },
        },
      ],
    });
    expect(logged).toEqual(['a backstage could not be opened for a screen']);
    expect(existsSync(join(folder, 'on-air'))).toBe(true);

    release();
    expect((await joinFrom(url)).code).toBeNull();
  });
});
