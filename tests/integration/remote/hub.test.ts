import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBackstage } from '#backstage/openBackstage.ts';
import { withOverlays } from '#electron/overlay/withOverlays.ts';
import { atEnd, nowhere, temporaryFolder } from '../backstage/setup.ts';
import { TestScreen } from '../backstage/testScreen.ts';
import { Program } from './remoteServer.ts';

/** The hub of the desktop app with its backstage. */
async function startHub() {
  const folder = temporaryFolder();
  const [dataDir = '', pagesDir = '', filesDir = ''] = ['data', 'pages', 'files'].map((name) =>
    join(folder, name),
  );
  for (const each of [dataDir, pagesDir, filesDir]) mkdirSync(each);
  writeFileSync(join(pagesDir, 'index.html'), '<!doctype html><title>overlay</title>');
  const opened = await openBackstage({ dataDir, build: 'test', lines: nowhere, log: () => {} });
  const backstage = withOverlays(opened, { dataDir, pagesDir, filesDir }, () => {}, {
    firstPort: 0,
    build: 'test',
  });
  atEnd(() => backstage.close());
  const screen = new TestScreen(backstage);
  await expect.poll(async () => (await screen.call('remotes.list', {})).url).not.toBe('');
  const { url } = await screen.call('remotes.list', {});
  const { preset } = await screen.call('presets.save', {
    preset: { name: 'Two', mode: 'normal', anchors: [], gameplay: [] },
  });
  const { token } = await screen.call('remotes.create', { name: 'Deck', scope: 'steer' });
  return { url, presetId: preset.id, program: new Program(new URL(url).origin, token) };
}

describe('remote API of the desktop app', () => {
  it('runs actions at the address that Setting shows, over HTTP and a WebSocket', async () => {
    const { url, presetId, program } = await startHub();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/remote\/v1$/);
    expect((await program.act('preset.apply')).status).toBe(409);
    expect((await program.act('preset.apply', { presetId })).status).toBe(200);
    const line = await program.socket();
    expect((await line.message('state')).state.show?.presetName).toBe('Two');
    line.send({ type: 'act', id: 1, action: 'session.start' });
    expect((await line.message('refused', 1)).error).toMatchObject({
      code: 'username.required',
      message: 'Please enter the live room username first',
    });
  });

  it('is closed to pages of other sites, other names of this machine, and overlay pages', async () => {
    const { url, program } = await startHub();
    const get = async (headers: Record<string, string>) =>
      (await fetch(`${url}/state`, { headers: { ...program.headers, ...headers } })).status;
    expect(await get({})).toBe(200);
    expect(await get({ origin: 'http://evil.example' })).toBe(403);
    expect(await get({ origin: 'null' })).toBe(403);
    expect(await get({ authorization: '' })).toBe(401);
    await expect(program.socket({ ...program.headers, host: 'evil.example' })).rejects.toThrow('403');
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
    expect((await fetch(`${url}x/state`)).status).toBe(404);
  });
});
