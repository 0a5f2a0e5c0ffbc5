import { spawn } from 'node:child_process';
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUpdateKey, PublishError, signFeeds } from '#electron/update/publish.ts';
import { KEYS_FILE } from '#electron/update/signedFeed.ts';
import { createApp } from '#server/app.ts';
import { type UpdateState, updateStateSchema } from '#shared/contract/desktop.ts';
import { root } from '#tests/electron/build.ts';
import { emptyBackstage } from '../server/support/emptyBackstage.ts';

const NAME = 'Ringside-2.0.0-linux-x86_64.AppImage';
const content = randomBytes(300_000);
let folder = '';
let app: FastifyInstance;
let feed = '';
let privateKey = '';
let publicKeys = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringside-update-'));
  privateKey = join(folder, 'private.pem');
  publicKeys = join(folder, KEYS_FILE);
  makeUpdateKey(privateKey, publicKeys);
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

const feedFile = () => join(folder, 'releases', 'latest-linux.yml');

/** Writes a release like the packer, and signs it like the publisher. */
function publish({
  version = '2.0.0',
  file = NAME,
  bytes = content,
}: {
  version?: string;
  file?: string;
  bytes?: Buffer;
}) {
  const sha512 = createHash('sha512').update(bytes).digest('base64');
  writeFileSync(join(folder, 'releases', file), bytes);
  writeFileSync(
    feedFile(),
    `version: ${version}\nfiles:\n  - url: ${file}\n    sha512: ${sha512}\n    size: ${bytes.length}\n` +
      `path: ${file}\nsha512: ${sha512}\nreleaseDate: '2026-01-01T00:00:00.000Z'\n`,
  );
  signFeeds(join(folder, 'releases'), privateKey, publicKeys);
}

/** Checks for an update from an AppImage of this version. Returns all its states and its requests. */
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
  cpSync(publicKeys, join(place, KEYS_FILE));
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

describe('update by electron-updater from the releases of a server', () => {
  it("is found, downloaded with progress, and installed only at the host's command", async () => {
    const { states, fetched, own } = await update();
    expect(states.at(-1)).toMatchObject({ phase: 'ready', version: '2.0.0', percent: 100, failure: null });
    expect(states.some(({ phase, percent }) => phase === 'available' && percent > 0)).toBe(true);
    expect(fetched.map((bytes) => bytes.equals(content))).toEqual([true]);
    expect(own).toBe('the app that runs');
  });

  it.each(['2.0.0', '3.0.0'])('is not found for version %s', async (version) => {
    const { states, fetched } = await update(version);
    expect(states.at(-1)).toMatchObject({ phase: 'none', failure: null });
    expect(fetched).toEqual([]);
  });

  it('is discarded if the file does not match the feed', async () => {
    writeFileSync(join(folder, 'releases', NAME), randomBytes(content.length));
    const { states, own, fetched } = await update();
    expect(states.at(-1)).toMatchObject({ phase: 'failed', failure: 'signature' });
    expect([own, fetched]).toEqual(['the app that runs', []]);
  });

  it.each([
    ['names a version and nothing else', () => 'version: 2.0.0\n'],
    ['is not signed', (text: string) => text.replace(/^ringsideSignature.*\n/m, '')],
    [
      'names a version that was never signed',
      (text: string) => text.replace('version: 2.0.0', 'version: 9.0.0'),
    ],
    ['names a made-up file with its own sum', (text: string) => forge(text)],
    ['is signed by the key of whoever made it up', (text: string) => signAgain(forge(text))],
  ])('is neither offered nor downloaded if the feed %s', async (_how, change) => {
    writeFileSync(feedFile(), change(readFileSync(feedFile(), 'utf8')));
    const { states, own, fetched } = await update();
    expect(states.at(-1)).toMatchObject({ phase: 'failed', failure: 'unsigned', version: '' });
    expect(states.map(({ phase }) => phase)).not.toContain('available');
    expect([own, fetched]).toEqual(['the app that runs', []]);
  });

  it('does not return to an older version with a valid signature', async () => {
    publish({ version: '1.5.0' });
    const { states, fetched } = await update('1.6.0');
    expect(states.at(-1)).toMatchObject({ phase: 'none', version: '' });
    expect(fetched).toEqual([]);
  });

  it('fails with a reason if the feed names a missing file', async () => {
    const other = 'Ringside-2.0.1-linux-x86_64.AppImage';
    publish({ file: other });
    rmSync(join(folder, 'releases', other));
    expect((await update()).states.at(-1)).toMatchObject({ phase: 'failed', failure: 'feed' });
  });

  it.each(['', 'not a feed', 'version: [1'])('fails with a reason if the feed is %j', async (text) => {
    writeFileSync(join(folder, 'releases', 'latest-linux.yml'), text);
    expect((await update()).states.at(-1)).toMatchObject({ phase: 'failed', failure: 'feed' });
  });

  it('fails with a reason without a feed, and without a server', async () => {
    rmSync(join(folder, 'releases', 'latest-linux.yml'));
    expect((await update()).states.at(-1)).toMatchObject({ phase: 'failed', failure: 'feed' });
    const nobody = await update('1.0.0', 'http://127.0.0.1:9/releases');
    expect(nobody.states.at(-1)).toMatchObject({ phase: 'failed', failure: 'offline' });
  });
});

/** Replaces the file of the feed by another one, with the correct checksum. */
function forge(text: string): string {
  const made = randomBytes(1000);
  writeFileSync(join(folder, 'releases', NAME), made);
  const sum = createHash('sha512').update(made).digest('base64');
  return text.replaceAll(/sha512: \S+/g, `sha512: ${sum}`).replace(/size: \d+/, `size: ${made.length}`);
}

function signAgain(text: string): string {
  const place = mkdtempSync(join(folder, 'stranger-'));
  const [key, keys] = [join(place, 'private.pem'), join(place, KEYS_FILE)];
  makeUpdateKey(key, keys);
  writeFileSync(join(place, 'latest-linux.yml'), text);
  cpSync(join(folder, 'releases', NAME), join(place, NAME));
  signFeeds(place, key, keys);
  return readFileSync(join(place, 'latest-linux.yml'), 'utf8');
}

describe("publisher's command", () => {
  it('creates a private key that only its owner can read, and never overwrites one', () => {
    expect(statSync(privateKey).mode & 0o077).toBe(0);
    expect(() => makeUpdateKey(privateKey, publicKeys)).toThrow(PublishError);
    expect(readFileSync(publicKeys, 'utf8')).not.toContain('PRIVATE');
  });

  it('signs a feed again after it changed', async () => {
    publish({});
    writeFileSync(feedFile(), readFileSync(feedFile(), 'utf8').replace('2026-01-01', '2026-02-02'));
    expect((await update()).states.at(-1)).toMatchObject({ failure: 'unsigned' });
    signFeeds(join(folder, 'releases'), privateKey, publicKeys);
    expect(readFileSync(feedFile(), 'utf8').match(/ringsideSignature/g)).toHaveLength(1);
    expect((await update()).states.at(-1)).toMatchObject({ phase: 'ready' });
  });

  it('reports a missing or wrong file, a missing feed, and a key that no app contains', () => {
    const releases = join(folder, 'releases');
    const sign = (key = privateKey, from = releases) => signFeeds(from, key, publicKeys);
    writeFileSync(join(releases, NAME), 'another file');
    expect(() => sign()).toThrow(/SHA-512 sum differs/);
    rmSync(join(releases, NAME));
    expect(() => sign()).toThrow(/is not in/);
    publish({});
    expect(() => sign(privateKey, mkdtempSync(join(folder, 'empty-')))).toThrow(/has no feed/);
    const other = join(folder, 'other.pem');
    const { privateKey: stranger } = generateKeyPairSync('ed25519');
    writeFileSync(other, stranger.export({ type: 'pkcs8', format: 'pem' }));
    expect(() => sign(other)).toThrow(/is not the private half/);
    writeFileSync(
      other,
      generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
    );
    expect(() => sign(other)).toThrow(/not an Ed25519 private key/);
  });
});
