import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NoFeed, UnsignedFeed } from '#electron/update/failure.ts';
import { libraryUpdater, type UpdateLibrary } from '#electron/update/library.ts';
import { feedName, KEYS_FILE, SIGNATURE_FIELD, signFeed } from '#electron/update/signedFeed.ts';
import { feedOf, readUpdateSupport, type SupportFacts } from '#electron/update/support.ts';

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

describe('a copy of the app updates itself', () => {
  it.each([
    ['on Windows, when it knows who must have signed an update', signed, { platform: 'win32' }],
    ['on macOS, where the system compares signatures itself', unsigned, { platform: 'darwin' }],
    ['on Linux as an AppImage', unsigned, { platform: 'linux', appImage: '/home/host/Ringside.AppImage' }],
  ] as const)('%s', (_where, packed, facts) => {
    expect(support(packed, facts)).toEqual({ feed: FEED, keys: [publisher.publicKey] });
  });

  it.each([
    ['without a file of keys', null],
    ['with a file that has no key', 'nothing\n'],
    ['with a damaged key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n'],
    [
      'with a key of another kind',
      generateKeyPairSync('rsa', { modulusLength: 2048 })
        .publicKey.export({ type: 'spki', format: 'pem' })
        .toString(),
    ],
  ])('not %s, and says so', (_why, keys) => {
    expect(support(unsigned, { platform: 'darwin' }, keys)).toBe('noKey');
  });

  it('by either of two keys, while its publisher changes them', () => {
    const next = generateKeyPairSync('ed25519').publicKey;
    const both = `${pem}${next.export({ type: 'spki', format: 'pem' })}`;
    expect(support(unsigned, { platform: 'darwin' }, both)).toEqual({
      feed: FEED,
      keys: [publisher.publicKey, next],
    });
  });

  it.each([
    ['on Windows without a publisher to ask for', unsigned, { platform: 'win32' }],
    ['on Linux as a package of the system', unsigned, { platform: 'linux' }],
    ['when it runs from sources', signed, { isPackaged: false }],
    ['when it was packed without a feed', null, { platform: 'darwin' }],
  ] as const)('not %s', (_where, packed, facts) => {
    expect(support(packed, facts)).toBeNull();
  });
});

describe('the feed of updates', () => {
  it.each([
    ['the chosen one first', [FEED, 'https://server.test', 'https://packed.test/r'], FEED],
    ['else the server', ['', 'https://server.test', 'https://packed.test/r'], 'https://server.test/releases'],
    ['else the packed one', ['', null, 'https://packed.test/r'], 'https://packed.test/r'],
    ['never in the clear', ['', 'http://127.0.0.1:5180', 'http://packed.test/r'], null],
    ['none, while nobody publishes', ['', null, 'https://updates.ringside.invalid/releases'], null],
  ] as const)('is %s', (_which, [chosen, server, packed], feed) => {
    expect(feedOf(chosen, server, packed)).toBe(feed);
  });
});

const name = feedName(process.platform, process.arch);
const content = { version: '2.0.0', files: [{ url: 'Ringside-2.0.0.AppImage', sha512: 'sum', size: 5 }] };

/** A feed as its publisher signed it, with what somebody changed in it since. */
const offer = (changed: object = {}, { key = publisher.privateKey, of = name } = {}) => ({
  ...content,
  [SIGNATURE_FIELD]: signFeed(of, content, key),
  ...changed,
});

/** A library that a test holds in its hands. */
function setUp(feed: () => string | null, offered: object = offer()) {
  const calls: string[] = [];
  const said: string[] = [];
  let guard: ((details: { url: string }, answer: (said: { cancel?: boolean }) => void) => void) | null = null;
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
  const updater = libraryUpdater({
    feed,
    keys: [publisher.publicKey],
    log: (level, message) => said.push(`${level} ${message}`),
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
  return { library, calls, updater, passes, loads: () => loads, listeners, said };
}

describe('updating', () => {
  it('asks the feed, fetches with progress, and installs only when it is told to', async () => {
    const { updater, calls, library, listeners, said } = setUp(() => FEED);
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
    expect(said).toEqual(['warn updater: odd']);
  });

  it('lets nothing of it go over the network in the clear, whatever a feed names', async () => {
    const { updater, passes } = setUp(() => FEED);
    await updater.check();
    expect(passes('https://updates.test/Ringside-2.0.0-win-x64.exe')).toBe(true);
    for (const url of ['http://updates.test/a.exe', 'file:///tmp/a.exe', 'not an address'])
      expect(passes(url)).toBe(false);
  });

  it('loads nothing and says so while there is no feed, and asks the one that is set later', async () => {
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
    ['has a signature that is none', offer({ [SIGNATURE_FIELD]: 'signed!' })],
    ['was signed by somebody else', offer({}, { key: generateKeyPairSync('ed25519').privateKey })],
    ['was signed for another system', offer({}, { of: 'latest-other.yml' })],
    ['names another version', offer({ version: '9.0.0' })],
    ['names another sum', offer({ files: [{ url: 'Ringside-2.0.0.AppImage', sha512: 'other', size: 5 }] })],
    ['names another file besides', offer({ files: [...content.files, { url: 'b', sha512: 's' }] })],
    ['says more than was signed', offer({ packages: { x64: { path: 'a' } } })],
  ])('refuses a feed that %s', async (_how, offered) => {
    const { updater } = setUp(() => FEED, offered);
    await expect(updater.check()).rejects.toThrow(UnsignedFeed);
  });

  it('takes a signed feed whatever the order of its fields', async () => {
    const turned = Object.fromEntries(Object.entries(offer()).reverse());
    expect(await setUp(() => FEED, turned).updater.check()).toEqual({ version: '2.0.0' });
  });
});
