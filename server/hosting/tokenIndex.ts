import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Finds the account of a token by the token's digest, also while the account's backstage is closed. Reads all folders
 * once, in the background. When the tokens of a host change, it reads only that host's file again.
 */
export class TokenIndex {
  readonly #folder: string;
  readonly #readDigests: (folder: string) => Promise<string[]>;
  /** Account keys by token digest, and the reverse. */
  readonly #accounts = new Map<string, string>();
  readonly #digests = new Map<string, string[]>();
  /** Resolves when all requested reads are done. Reads run one after another, so the last one is the newest. */
  #reading: Promise<void>;

  /** `readDigests` reads the digests of the tokens in a host's folder. */
  constructor(dataDir: string, readDigests: (folder: string) => Promise<string[]>) {
    this.#folder = join(dataDir, 'hosts');
    this.#readDigests = readDigests;
    this.#reading = this.#readAll();
  }

  /** Returns the key of the account to which the token with this digest belongs; null if there is none. */
  async accountOf(digest: string): Promise<string | null> {
    if (!this.#accounts.has(digest)) await this.#reading;
    const key = this.#accounts.get(digest);
    if (key === undefined) return null;
    // If the account was deleted, opening its backstage would create its folder again.
    if (existsSync(join(this.#folder, key))) return key;
    this.#set(key, []);
    return null;
  }

  /** Reads the tokens of a host again. Call it when they have changed. */
  refresh(key: string): void {
    this.#reading = this.#reading.then(() => this.#read(key));
  }

  async #readAll(): Promise<void> {
    const keys = await readdir(this.#folder).catch(() => []);
    for (const key of keys) await this.#read(key);
  }

  async #read(key: string): Promise<void> {
    this.#set(key, await this.#readDigests(join(this.#folder, key)));
  }

  #set(key: string, digests: string[]): void {
    for (const digest of this.#digests.get(key) ?? []) this.#accounts.delete(digest);
    for (const digest of digests) this.#accounts.set(digest, key);
    if (digests.length > 0) this.#digests.set(key, digests);
    else this.#digests.delete(key);
  }
}
