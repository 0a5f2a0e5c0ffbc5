import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createElectronUpdater, type UpdateLibrary } from '#electron/update/electronUpdater.ts';
import { feedName, KEYS_FILE, SIGNATURE_FIELD, signFeed } from '#electron/update/signedFeed.ts';
import { feedOf, readUpdateSupport, type SupportFacts } from '#electron/update/support.ts';
import { NoFeed, UnsignedFeed } from '#electron/update/updates.ts';

let resources = '';
beforeEach(() => {
  resources = mkdtempSync(path.join(tmpdir(), 'ringside-resources-'));
});
afterEach(() => rmSync(resources, { recursive: true, force: true }));

const publisher = generateKeyPairSync('ed25519');
const pem = publisher.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const FEED = 'https://updates.test/releases';
const signed = `provider: generic\nurl: ${FEED}\npublisherName:\n  - The Ringside authors\n`;
const unsigned = `provider: generic\nurl: '${FEED}'\n`;

function support(packed: string | null, facts: Partial<SupportFacts>, keys: string | null = pem) {
  if (keys !== null) writeFileSync(path.join(resources, KEYS_FILE), keys);
  if (packed !== null) writeFileSync(path.join(resources, 'app-update.yml'), packed);
  return readUpdateSupport({
    platform: 'win32',
    isPackaged: true,
    resources,
    appImage: undefined,
    ...facts,
  });
}

describe('readUpdateSupport', () => {
  it.each([
    ['on Windows with a publisher name', signed, { platform: 'win32' }],
    ['on macOS without a publisher name', unsigned, { platform: 'darwin' }],
    ['on Linux as an AppImage', unsigned, { platform: 'linux', appImage: '/home/host/Ringside.AppImage' }],
  ] as const)('supports updates %s', (_where, packed, facts) => {
    expect(support(packed, facts)).toEqual({ feed: FEED, keys: [publisher.publicKey] });
  });

  it.each([
    ['without a file of keys', null],
    ['with a file that has no key', 'nothing\n'],
    ['with a damaged key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n'],
    [
      'with a key of another type',
      generateKeyPairSync('rsa', { modulusLength: 2048 })
        .publicKey.export({ type: 'spki', format: 'pem' })
        .toString(),
    ],
  ])('returns "noKey" %s', (_why, keys) => {
    expect(support(unsigned, { platform: 'darwin' }, keys)).toBe('noKey');
  });

  it('returns both keys while the publisher changes keys', () => {
    const next = generateKeyPairSync('ed25519').publicKey;
    const both = `${pem}${next.export({ type: 'spki', format: 'pem' })}`;
    expect(support(unsigned, { platform: 'darwin' }, both)).toEqual({
      feed: FEED,
      keys: [publisher.publicKey, next],
    });
  });

  it.each([
    ['on Windows without a publisher name', unsigned, { platform: 'win32' }],
    ['on Linux as a system package', unsigned, { platform: 'linux' }],
    ['when it runs from sources', signed, { isPackaged: false }],
    ['when it was packed without a feed', null, { platform: 'darwin' }],
  ] as const)('returns null %s', (_where, packed, facts) => {
    expect(support(packed, facts)).toBeNull();
  });
});

describe('feedOf', () => {
  it.each([
    ['the chosen feed first', [FEED, 'https://server.test', 'https://packed.test/r'], FEED],
    [
      'then the feed of the server',
      ['', 'https://server.test', 'https://packed.test/r'],
      'https://server.test/releases',
    ],
    ['then the packed feed', ['', null, 'https://packed.test/r'], 'https://packed.test/r'],
    ['null instead of an http address', ['', 'http://127.0.0.1:5180', 'http://packed.test/r'], null],
    ['null for the default .invalid address', ['', null, 'https://updates.ringside.invalid/releases'], null],
  ] as const)('returns %s', (_which, [chosen, server, packed], feed) => {
    expect(feedOf(chosen, server, packed)).toBe(feed);
  });
});

const name = feedName(process.platform, process.arch);
const content = { version: '2.0.0', files: [{ url: 'Ringside-2.0.0.AppImage', sha512: 'sum', size: 5 }] };

/** Returns a signed feed with fields that were changed after signing. */
const offer = (changed: object = {}, { key = publisher.privateKey, of = name } = {}) => ({
  ...content,
  [SIGNATURE_FIELD]: signFeed(of, content, key),
  ...changed,
});

/** Creates an updater on a fake library. */
function setUp(feed: () => string | null, offered: object = offer()) {
  const calls: string[] = [];
  const logged: string[] = [];
  let guard: ((details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void) | null =
    null;
  const listeners = new Set<(progress: { percent: number }) => void>();
  const library: UpdateLibrary = {
    autoDownload: true,
    autoInstallOnAppQuit: true,
    allowDowngrade: true,
    disableWebInstaller: false,
    logger: null,
    netSession: {
      webRequest: {
        onBeforeRequest: (ask: typeof guard) => {
          guard = ask;
        },
      } as UpdateLibrary['netSession']['webRequest'],
    },
    setFeedURL: ({ url }) => calls.push(`feed ${url}`),
    checkForUpdates: async () => ({
      isUpdateAvailable: true,
      updateInfo: { version: '2.0.0', ...offered },
    }),
    downloadUpdate: async () => {
      for (const listener of listeners) listener({ percent: 50 });
      return ['file'];
    },
    quitAndInstall: (isSilent, restart) => calls.push(`install ${isSilent} ${restart}`),
    on: (_event, listener) => listeners.add(listener),
    removeListener: (_event, listener) => listeners.delete(listener),
  };
  let loads = 0;
  const updater = createElectronUpdater({
    feed,
    keys: [publisher.publicKey],
    log: (level, message) => logged.push(`${level} ${message}`),
    load: async () => {
      loads += 1;
      return library;
    },
  });
  const passes = (url: string) => {
    let cancelled = true;
    guard?.({ url }, ({ cancel = false }) => {
      cancelled = cancel;
    });
    return !cancelled;
  };
  return { library, calls, updater, passes, loads: () => loads, listeners, logged };
}

describe('electron updater', () => {
  it('checks the feed, downloads with progress, and installs only on request', async () => {
    const { updater, calls, library, listeners, logged } = setUp(() => FEED);
    expect(await updater.check()).toEqual({ version: '2.0.0' });
    const percents: number[] = [];
    await updater.download((percent) => percents.push(percent));
    expect([percents, calls, listeners.size]).toEqual([[50], [`feed ${FEED}`], 0]);
    expect(library).toMatchObject({
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowDowngrade: false,
    });
    updater.install();
    expect(calls.at(-1)).toBe('install false true');
    library.logger?.warn('odd');
    expect(logged).toEqual(['warn updater: odd']);
  });

  it('cancels every request that is not https', async () => {
    const { updater, passes } = setUp(() => FEED);
    await updater.check();
    expect(passes('https://updates.test/Ringside-2.0.0-win-x64.exe')).toBe(true);
    for (const url of ['http://updates.test/a.exe', 'file:///tmp/a.exe', 'not an address'])
      expect(passes(url)).toBe(false);
  });

  it('throws NoFeed without loading the library, and uses a feed that is set later', async () => {
    let feed: string | null = null;
    const { updater, loads, calls } = setUp(() => feed);
    await expect(updater.check()).rejects.toThrow(NoFeed);
    expect(loads()).toBe(0);
    feed = 'https://other.test/releases';
    await updater.check();
    expect(calls).toEqual(['feed https://other.test/releases']);
  });

  it.each([
    ['has no signature', offer({ [SIGNATURE_FIELD]: undefined })],
    ['has an invalid signature', offer({ [SIGNATURE_FIELD]: 'signed!' })],
    ['was signed with another key', offer({}, { key: generateKeyPairSync('ed25519').privateKey })],
    ['was signed for another system', offer({}, { of: 'latest-other.yml' })],
    ['names another version', offer({ version: '9.0.0' })],
    [
      'names another checksum',
      offer({ files: [{ url: 'Ringside-2.0.0.AppImage', sha512: 'other', size: 5 }] }),
    ],
    ['names an additional file', offer({ files: [...content.files, { url: 'b', sha512: 's' }] })],
    ['has a field that was not signed', offer({ packages: { x64: { path: 'a' } } })],
  ])('refuses a feed that %s', async (_how, offered) => {
    const { updater } = setUp(() => FEED, offered);
    await expect(updater.check()).rejects.toThrow(UnsignedFeed);
  });

  it('accepts a signed feed with its fields in another order', async () => {
    const turned = Object.fromEntries(Object.entries(offer()).reverse());
    expect(await setUp(() => FEED, turned).updater.check()).toEqual({ version: '2.0.0' });
  });
});
