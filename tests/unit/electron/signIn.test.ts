import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SignIn } from '#electron/account/signIn.ts';

const SERVER = 'https://ringside.test';
const TOKEN = 'a'.repeat(43);
const DEVICE = 'd'.repeat(43);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ringside-sign-in-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => path.join(folder, 'sign-in');

interface System {
  /** The user whose key encrypts; null for a system without encryption. */
  user: string | null;
  platform: NodeJS.Platform;
  backend: 'basic_text' | 'gnome_libsecret';
}

/** Starts the app on a system that encrypts by inverting bits. */
function start({ user = 'host', platform = 'win32', backend = 'gnome_libsecret' }: Partial<System> = {}) {
  const log: string[] = [];
  const signIn = new SignIn({
    file: file(),
    platform,
    log: (level, message) => log.push(`${level} ${message}`),
    safeStorage: {
      isEncryptionAvailable: () => user !== null,
      getSelectedStorageBackend: () => backend,
      encryptString: (text) => Buffer.from(`${user} ${text}`).map((byte) => byte ^ 0xff) as Buffer,
      decryptString: (sealed) => {
        const text = Buffer.from(sealed.map((byte) => byte ^ 0xff)).toString('utf8');
        if (!text.startsWith(`${user} `)) throw new Error('another key');
        return text.slice(`${user} `.length);
      },
    },
  });
  return { signIn, log };
}

describe('sign-in', () => {
  it('survives a restart and stores its token encrypted', () => {
    start().signIn.storeToken(SERVER, TOKEN);
    expect(readFileSync(file()).includes(TOKEN)).toBe(false);
    const { signIn } = start();
    expect(signIn.tokenFor(SERVER)).toBe(TOKEN);
    expect(signIn.state).toEqual({ signedIn: true, lasting: true });
  });

  it('returns its token only for the server that issued it', () => {
    const { signIn } = start();
    signIn.storeToken(SERVER, TOKEN);
    for (const other of ['https://ringside.test:444', 'http://ringside.test', 'https://other.test', ''])
      expect(signIn.tokenFor(other)).toBeNull();
  });

  it.each([
    ['a system without encryption', { user: null }],
    ['a Linux without a keyring', { platform: 'linux', backend: 'basic_text' }],
  ] as const)('stays in memory on %s', (_where, system) => {
    const { signIn } = start(system);
    signIn.storeToken(SERVER, TOKEN);
    expect(signIn.tokenFor(SERVER)).toBe(TOKEN);
    expect(signIn.state).toEqual({ signedIn: true, lasting: false });
    expect(existsSync(file())).toBe(false);
    expect(start(system).signIn.tokenFor(SERVER)).toBeNull();
  });

  it('deletes its file when it is forgotten', () => {
    const { signIn } = start();
    signIn.storeToken(SERVER, TOKEN);
    signIn.forget();
    expect(existsSync(file())).toBe(false);
    expect(signIn.state.signedIn).toBe(false);
  });

  it('deletes a damaged file or one of another user and logs a warning without its content', () => {
    start().signIn.storeToken(SERVER, TOKEN);
    const { signIn, log } = start({ user: 'somebody else' });
    expect(signIn.tokenFor(SERVER)).toBeNull();
    expect(existsSync(file())).toBe(false);
    expect(log).toEqual(['warn the sign-in cannot be read and is forgotten']);
    writeFileSync(file(), 'not a sign-in');
    expect(start().signIn.state.signedIn).toBe(false);
  });

  it('keeps the device id after it is forgotten, for that server only', () => {
    const { signIn } = start();
    signIn.storeToken(SERVER, TOKEN);
    signIn.storeDevice(SERVER, DEVICE);
    signIn.forget();
    const next = start().signIn;
    expect([next.state.signedIn, next.tokenFor(SERVER), next.deviceFor(SERVER)]).toEqual([
      false,
      null,
      DEVICE,
    ]);
    expect(next.deviceFor('https://other.test')).toBeNull();
    next.storeToken(SERVER, TOKEN);
    expect([next.tokenFor(SERVER), next.deviceFor(SERVER)]).toEqual([TOKEN, DEVICE]);
    next.storeToken('https://other.test', TOKEN);
    expect(next.deviceFor('https://other.test')).toBeNull();
  });

  it('reads version 1, which had no device id', () => {
    const old = JSON.stringify({ version: 1, server: SERVER, token: TOKEN });
    writeFileSync(
      file(),
      Buffer.from(`host ${old}`).map((byte) => byte ^ 0xff),
    );
    const { signIn } = start();
    expect([signIn.tokenFor(SERVER), signIn.deviceFor(SERVER)]).toEqual([TOKEN, null]);
  });

  it('notifies its listeners of each change', () => {
    const { signIn } = start();
    let changes = 0;
    signIn.onChange(() => {
      changes += 1;
    });
    signIn.storeToken(SERVER, TOKEN);
    signIn.forget();
    signIn.forget();
    expect(changes).toBe(2);
  });
});
