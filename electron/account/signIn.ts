import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { SafeStorage } from 'electron';
import { z } from 'zod';
import { tokenSchema } from '#shared/contract/api/fields.ts';
import type { SignInState } from '#shared/contract/desktop.ts';
import type { Log } from '../system/logFile.ts';

/** The stored form; raise the version with a migration whenever the shape changes. */
const storedSchema = z.object({ version: z.literal(1), server: z.string(), token: tokenSchema });
type Stored = z.infer<typeof storedSchema>;

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
    return { signedIn: this.#held !== null, lasting: this.#canEncrypt() };
  }

  /** The token for a server, by its origin; null when there is none. */
  tokenFor(server: string): string | null {
    return this.#held?.server === server ? this.#held.token : null;
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  keep(server: string, token: string): void {
    this.#held = { version: 1, server, token };
    if (this.#canEncrypt()) this.#write(this.#held);
    else rmSync(this.#options.file, { force: true });
    this.#tell();
  }

  forget(): void {
    if (this.#held === null) return;
    this.#held = null;
    rmSync(this.#options.file, { force: true });
    this.#tell();
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
