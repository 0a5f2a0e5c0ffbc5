import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { SafeStorage } from 'electron';
import type { z } from 'zod';
import { defaultObsSettings, type ObsSettings, obsSettingsSchema } from '#shared/contract/obs.ts';
import type { Log } from '../system/logFile.ts';

export interface EncryptedFileOptions {
  file: string;
  /** The name of the content in the log. */
  name: string;
  platform: NodeJS.Platform;
  safeStorage: Pick<
    SafeStorage,
    'isEncryptionAvailable' | 'encryptString' | 'decryptString' | 'getSelectedStorageBackend'
  >;
  log: Log;
}

/**
 * A JSON file that the operating system encrypts for this user. On a system without encryption nothing is written,
 * because any program of the user could read a plain file.
 */
export class EncryptedFile<T> {
  readonly #options: EncryptedFileOptions;
  readonly #schema: z.ZodType<T>;

  constructor(options: EncryptedFileOptions, schema: z.ZodType<T>) {
    this.#options = options;
    this.#schema = schema;
  }

  /** Whether written content survives a restart of the app. */
  get lasts(): boolean {
    const { safeStorage, platform } = this.#options;
    if (!safeStorage.isEncryptionAvailable()) return false;
    // Without a keyring, Electron on Linux encrypts with a fixed, public password.
    return platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
  }

  /** Returns the content; null if there is none. A file that cannot be read is deleted. */
  read(): T | null {
    const { file, name, safeStorage, log } = this.#options;
    let encrypted: Buffer;
    try {
      encrypted = readFileSync(file);
    } catch {
      return null;
    }
    try {
      if (this.lasts) return this.#schema.parse(JSON.parse(safeStorage.decryptString(encrypted)));
    } catch {
      // The file is damaged or from another user or machine: the host has to enter its content again.
    }
    log('warn', `the ${name} cannot be read and is forgotten`);
    this.remove();
    return null;
  }

  /** Writes the content atomically. If that is impossible, the caller's copy in memory is the only one. */
  write(content: T): void {
    const { file, name, safeStorage, log } = this.#options;
    if (!this.lasts) {
      this.remove();
      return;
    }
    try {
      writeFileSync(`${file}.new`, safeStorage.encryptString(JSON.stringify(content)), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch (error) {
      log('warn', `the ${name} is held until the end only: ${String(error)}`);
    }
  }

  remove(): void {
    rmSync(this.#options.file, { force: true });
  }
}

/** The connection to OBS, stored encrypted because of its password. */
export interface ObsFile {
  readonly current: ObsSettings;
  save(settings: ObsSettings): void;
  /** The origin of OBS's WebSocket server, which the main window may connect to. */
  origin(): string;
}

export function openObsFile(options: Omit<EncryptedFileOptions, 'name'>): ObsFile {
  const file = new EncryptedFile({ ...options, name: 'connection to OBS' }, obsSettingsSchema);
  let current = file.read() ?? defaultObsSettings;
  return {
    get current() {
      return current;
    },
    save: (settings) => {
      current = settings;
      file.write(settings);
    },
    origin: () => new URL(current.address).origin,
  };
}
