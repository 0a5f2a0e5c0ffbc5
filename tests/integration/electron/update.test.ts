import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { type UpdateState, updateStateSchema } from '#shared/contract/desktop.ts';
import { root } from '#tests/electron/build.ts';
import { emptyBackstage } from '../server/support/emptyBackstage.ts';

const NAME = 'Ringside-2.0.0-linux-x86_64.AppImage';
const content = randomBytes(300_000);
let folder = '';
let app: FastifyInstance;
let feed = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringside-update-'));
  mkdirSync(join(folder, 'releases'));
  app = await createApp({
    backstage: emptyBackstage,
    trust: { publicHost: null, listenHost: '127.0.0.1' },
    webDir: folder,
    build: 'test',
    releasesDir: join(folder, 'releases'),
  });
  feed = `${await app.listen({ port: 0, host: '127.0.0.1' })}/releases`;
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  publish({});
});

/** Lays a release down as the packer would. */
function publish({
  version = '2.0.0',
  file = NAME,
  sum = content,
}: {
  version?: string;
  file?: string;
  sum?: Buffer;
}) {
  const sha512 = createHash('sha512').update(sum).digest('base64');
  writeFileSync(join(folder, 'releases', NAME), content);
  writeFileSync(
    join(folder, 'releases', 'latest-linux.yml'),
    `version: ${version}\nfiles:\n  - url: ${file}\n    sha512: ${sha512}\n    size: ${content.length}\n` +
      `path: ${file}\nsha512: ${sha512}\nreleaseDate: '2026-01-01T00:00:00.000Z'\n`,
  );
}

/** Lets an AppImage of a version look for an update; every state that it was in, and what it fetched. */
async function update(
  version = '1.0.0',
  from = feed,
): Promise<{ states: UpdateState[]; fetched: Buffer[]; own: string }> {
  const place = mkdtempSync(join(folder, 'app-'));
  const own = join(place, 'Ringside.AppImage');
  writeFileSync(own, 'the app that runs');
  writeFileSync(
    join(place, 'app-update.yml'),
    `provider: generic\nurl: ${from}\nupdaterCacheDirName: fetched\n`,
  );
  const register = pathToFileURL(join(root, 'tests', 'electron', 'standIn', 'register.ts')).href;
  const script = join(root, 'tests', 'electron', 'updateOnce.ts');
  const args = ['--import', register, script, from, version, place, `--user-data-dir=${place}`];
  const child = spawn('node', args, {
    env: { ...process.env, APPIMAGE: own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let log = '';
  child.stdout.on('data', (chunk) => {
    printed += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    log += String(chunk);
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${code}: ${log}`);
  const states = printed
    .trim()
    .split('\n')
    .map((line) => updateStateSchema.parse(JSON.parse(line)));
  const files = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(NAME),
  );
  return {
    states,
    fetched: files.map((name) => readFileSync(join(place, name))),
    own: readFileSync(own, 'utf8'),
  };
}

describe('an update by electron-updater from the releases of a server', () => {
  it('is found, fetched with its progress, and not installed until the host says so', async () => {
    const { states, fetched, own } = await update();
    expect(states.at(-1)).toMatchObject({ phase: 'ready', version: '2.0.0', percent: 100, failure: null });
    expect(states.some(({ phase, percent }) => phase === 'available' && percent > 0)).toBe(true);
    expect(fetched.map((bytes) => bytes.equals(content))).toEqual([true]);
    expect(own).toBe('the app that runs');
  });

  it.each(['2.0.0', '3.0.0'])('is none for version %s', async (version) => {
    const { states, fetched } = await update(version);
    expect(states.at(-1)).toMatchObject({ phase: 'none', failure: null });
    expect(fetched).toEqual([]);
  });

  it('is not used when the file is not the one that the feed means', async () => {
    publish({ sum: Buffer.from('another file') });
    const { states, own } = await update();
    expect(states.at(-1)).toMatchObject({ phase: 'failed', failure: 'signature' });
    expect(own).toBe('the app that runs');
  });

  it('fails plainly when the feed names a file that is not there', async () => {
    publish({ file: 'Ringside-2.0.1-linux-x86_64.AppImage' });
    expect((await update()).states.at(-1)).toMatchObject({ phase: 'failed', failure: 'feed' });
  });

  it.each(['', 'not a feed', 'version: [1', 'version: 2.0.0\n'])(
    'fails plainly when the feed is %j',
    async (text) => {
      writeFileSync(join(folder, 'releases', 'latest-linux.yml'), text);
      expect((await update()).states.at(-1)).toMatchObject({ phase: 'failed', failure: 'feed' });
    },
  );

  it('fails plainly when there is no feed, and when nobody answers', async () => {
    rmSync(join(folder, 'releases', 'latest-linux.yml'));
    expect((await update()).states.at(-1)).toMatchObject({ phase: 'failed', failure: 'feed' });
    const nobody = await update('1.0.0', 'http://127.0.0.1:9/releases');
    expect(nobody.states.at(-1)).toMatchObject({ phase: 'failed', failure: 'offline' });
  });
});
