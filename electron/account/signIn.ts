import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { SafeStorage } from 'electron';
import { z } from 'zod';
import { tokenSchema } from '#shared/contract/api/fields.ts';
import type { SignInState } from '#shared/contract/desktop.ts';
import type { Log } from '../system/logFile.ts';

/** Schemas of the stored file by version. A change of its shape needs a new version and a migration. */
const versions = {
  1: z.object({ version: z.literal(1), server: z.string(), token: tokenSchema }),
  2: z.object({
    version: z.literal(2),
    server: z.string(),
    /** Null while the host is signed out. */
    token: tokenSchema.nullable(),
    /** Identifies this device to the server at the next sign-in; null before the first one. */
    device: tokenSchema.nullable(),
  }),
};
type Stored = z.infer<(typeof versions)[2]>;

const storedSchema: z.ZodType<Stored> = z.union([
  versions[2],
  versions[1].transform(({ server, token }) => ({ version: 2 as const, server, token, device: null })),
]);

export interface SignInOptions {
  file: string;
  platform: NodeJS.Platform;
  safeStorage: Pick<
    SafeStorage,
    'isEncryptionAvailable' | 'encryptString' | 'decryptString' | 'getSelectedStorageBackend'
  >;
  log: Log;
}

/**
 * Stores the sign-in at one server. The file is encrypted by the operating system for this user, and the token is
 * returned for that server only. On a system without encryption the token stays in memory until the app ends, because
 * any program of the user could read a plain file.
 */
export class SignIn {
  readonly #options: SignInOptions;
  readonly #listeners = new Set<() => void>();
  #current: Stored | null;

  constructor(options: SignInOptions) {
    this.#options = options;
    this.#current = this.#read();
  }

  get state(): SignInState {
    return { signedIn: this.#current !== null && this.#current.token !== null, lasting: this.#canEncrypt() };
  }

  /** Returns the token for a server's origin; null if the host is not signed in there. */
  tokenFor(server: string): string | null {
    return this.#current?.server === server ? this.#current.token : null;
  }

  /** Returns the id of this device at a server; null before the first sign-in there. */
  deviceFor(server: string): string | null {
    return this.#current?.server === server ? this.#current.device : null;
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Stores a new sign-in. It replaces the sign-in at any other server. */
  storeToken(server: string, token: string): void {
    this.#store({ version: 2, server, token, device: this.deviceFor(server) });
    this.#notify();
  }

  /** Stores the id that the server gave this device. */
  storeDevice(server: string, device: string): void {
    const token = this.tokenFor(server);
    this.#store({ version: 2, server, token, device });
  }

  /** Deletes the token but not the device id, which the next sign-in sends. */
  forget(): void {
    if (this.#current === null || this.#current.token === null) return;
    const { device } = this.#current;
    if (device === null) this.#remove();
    else this.#store({ ...this.#current, token: null });
    this.#notify();
  }

  #store(stored: Stored): void {
    this.#current = stored;
    if (this.#canEncrypt()) this.#write(stored);
    else rmSync(this.#options.file, { force: true });
  }

  #remove(): void {
    this.#current = null;
    rmSync(this.#options.file, { force: true });
  }

  #canEncrypt(): boolean {
    const { safeStorage, platform } = this.#options;
    if (!safeStorage.isEncryptionAvailable()) return false;
    // Without a keyring, Electron on Linux encrypts with a fixed, public password.
    return platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
  }

  #read(): Stored | null {
    const { file, safeStorage, log } = this.#options;
    let encrypted: Buffer;
    try {
      encrypted = readFileSync(file);
    } catch {
      return null;
    }
    try {
      if (this.#canEncrypt()) return storedSchema.parse(JSON.parse(safeStorage.decryptString(encrypted)));
    } catch {
      // The file is damaged or from another user or machine: the host has to sign in again.
    }
    log('warn', 'the sign-in cannot be read and is forgotten');
    rmSync(file, { force: true });
    return null;
  }

  #write(stored: Stored): void {
    const { file, safeStorage, log } = this.#options;
    try {
      writeFileSync(`${file}.new`, safeStorage.encryptString(JSON.stringify(stored)), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch (error) {
      log('warn', `the sign-in is held until the end only: ${String(error)}`);
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
