import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { SafeStorage } from 'electron';
import { z } from 'zod';
import { tokenSchema } from '#shared/contract/api/fields.ts';
import type { SignInState } from '#shared/contract/desktop.ts';
import type { Log } from '../system/logFile.ts';

/** The stored form; raise the version with a migration whenever the shape changes. */
const versions = {
  1: z.object({ version: z.literal(1), server: z.string(), token: tokenSchema }),
  2: z.object({
    version: z.literal(2),
    server: z.string(),
    /** Null while nobody is signed in. */
    token: tokenSchema.nullable(),
    /** By this the server knows the device again at the next sign-in; null before the first one. */
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
 * The sign-in at a server. Its token is kept in a file that the system encrypts for this user, and is given out
 * for that one server alone. Where the system has no such encryption the token is held until the app ends:
 * written openly, any program of the user could read it.
 */
export class SignIn {
  readonly #options: SignInOptions;
  readonly #listeners = new Set<() => void>();
  #held: Stored | null;

  constructor(options: SignInOptions) {
    this.#options = options;
    this.#held = this.#read();
  }

  get state(): SignInState {
    return { signedIn: this.#held !== null && this.#held.token !== null, lasting: this.#canEncrypt() };
  }

  /** The token for a server, by its origin; null when there is none. */
  tokenFor(server: string): string | null {
    return this.#held?.server === server ? this.#held.token : null;
  }

  /** What this device is known by at a server; null where it has never signed in there. */
  deviceFor(server: string): string | null {
    return this.#held?.server === server ? this.#held.device : null;
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  keep(server: string, token: string): void {
    this.#store({ version: 2, server, token, device: this.deviceFor(server) });
    this.#tell();
  }

  keepDevice(server: string, device: string): void {
    const token = this.tokenFor(server);
    this.#store({ version: 2, server, token, device });
  }

  /** Ends the sign-in. The server still knows the device at the next one. */
  forget(): void {
    if (this.#held === null || this.#held.token === null) return;
    const { device } = this.#held;
    if (device === null) this.#remove();
    else this.#store({ ...this.#held, token: null });
    this.#tell();
  }

  #store(stored: Stored): void {
    this.#held = stored;
    if (this.#canEncrypt()) this.#write(stored);
    else rmSync(this.#options.file, { force: true });
  }

  #remove(): void {
    this.#held = null;
    rmSync(this.#options.file, { force: true });
  }

  #canEncrypt(): boolean {
    const { safeStorage, platform } = this.#options;
    if (!safeStorage.isEncryptionAvailable()) return false;
    // Without a keyring Linux "encrypts" by a password that everybody knows.
    return platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
  }

  #read(): Stored | null {
    const { file, safeStorage, log } = this.#options;
    let sealed: Buffer;
    try {
      sealed = readFileSync(file);
    } catch {
      return null;
    }
    try {
      if (this.#canEncrypt()) return storedSchema.parse(JSON.parse(safeStorage.decryptString(sealed)));
    } catch {
      // Of another user or machine, or damaged: signing in again is all that helps.
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

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
