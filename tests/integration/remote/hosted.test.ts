import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBackstage } from '#backstage/openBackstage.ts';
import { createApp } from '#server/app.ts';
import { Hosting, type Owner } from '#server/hosting/hosting.ts';
import { HostedRemotes, type SharedRemotes } from '#server/remote/remoteLookup.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { atEnd, nowhere, temporaryFolder } from '../backstage/setup.ts';
import { TestScreen } from '../backstage/testScreen.ts';
import { Program } from './remoteServer.ts';

/** A server with a backstage for each account, composed as in `npm start`. */
async function startServer(shared: SharedRemotes | null = null) {
  const dataDir = temporaryFolder();
  const built = temporaryFolder();
  mkdirSync(join(built, 'renderer'));
  let remotes: HostedRemotes | null = null;
  const open = async (folder: string, owner: Owner) => {
    const opened = await openBackstage({ build: 'test', lines: nowhere, log: () => {}, dataDir: folder });
    if (owner.kind === 'host') opened.remote.onTokens(() => remotes?.refresh(owner.key));
    opened.remote.serveAt('http://127.0.0.1/remote/v1');
    return opened;
  };
  const hosting = new Hosting({
    dataDir,
    open,
    limits: { hostIdleMs: 1 },
    onFault: (error) => {
      throw error;
    },
  });
  const own = await hosting.acquire({ kind: 'own' });
  if (own === null) throw new Error('the server is full');
  remotes = new HostedRemotes(dataDir, hosting, shared);
  const app = await createApp({
    backstage: own.backstage,
    trust: { publicHost: null, listenHost: '127.0.0.1' },
    webDir: join(built, 'renderer'),
    build: 'test',
    remotes,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  atEnd(async () => {
    await app.close();
    await hosting.close();
  });
  /** A host with an account makes a token and a preset, and disconnects. */
  const programOf = async (key: string) => {
    const lease = await hosting.acquire({ kind: 'host', key });
    if (lease === null) throw new Error('the server is full');
    const screen = new TestScreen(lease.backstage);
    await screen.call('presets.save', { preset: { name: key, mode: 'normal', anchors: [], gameplay: [] } });
    const { token, remote } = await screen.call('remotes.create', { name: key, scope: 'steer' });
    lease.release();
    return { program: new Program(url, token), screen, remote };
  };
  return { hosting, programOf, url };
}

describe('remote API of a server for many hosts', () => {
  it('leads each token to its own host, also when the backstage is closed', async () => {
    const { hosting, programOf } = await startServer();
    const { program: aoi } = await programOf('1-aoi');
    const { program: ben } = await programOf('2-ben');
    await expect.poll(() => hosting.hasOpen('1-aoi') || hosting.hasOpen('2-ben')).toBe(false);
    expect((await aoi.act('preset.last')).status).toBe(200);
    expect((await aoi.state()).show?.presetName).toBe('1-aoi');
    expect((await ben.state()).show).toBeNull();
  });

  it('refuses a removed token at once, and does not open a backstage for a wrong one', async () => {
    const { hosting, programOf, url } = await startServer();
    const { program, screen, remote } = await programOf('1-aoi');
    expect((await program.act('preset.last')).status).toBe(200);
    await screen.call('remotes.revoke', { id: remote.id });
    expect((await program.act('session.pause')).status).toBe(401);
    await expect.poll(() => hosting.hasOpen('1-aoi')).toBe(false);
    expect((await program.act('session.pause')).status).toBe(401);
    expect((await new Program(url, `rr_${'x'.repeat(43)}`).act('session.pause')).status).toBe(401);
    expect(hosting.hasOpen('1-aoi')).toBe(false);
  });

  it('asks a program to try again while the database of the cluster does not answer', async () => {
    const { hosting, programOf } = await startServer({
      hostOf: () => Promise.reject(new RingsideError('cluster.unreachable')),
      elsewhere: async () => null,
    });
    const { program } = await programOf('1-aoi');
    await expect.poll(() => hosting.hasOpen('1-aoi')).toBe(false);
    const { status, headers, body } = await program.act('session.pause');
    expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 503, retry: '2' });
    expect(body.error?.message).toBe('Ringside is busy. Try again in a moment.');
  });
});
