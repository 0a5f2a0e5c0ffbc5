import { z } from 'zod';
import { tokenSchema } from '#shared/contract/api/fields.ts';
import type { SignInState } from '#shared/contract/desktop.ts';
import { EncryptedFile, type EncryptedFileOptions } from '../settings/encryptedFile.ts';

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

/**
 * Stores the sign-in at one server. The file is encrypted by the operating system for this user, and the token is
 * returned for that server only. On a system without encryption the token stays in memory until the app ends, because
 * any program of the user could read a plain file.
 */
export class SignIn {
  readonly #file: EncryptedFile<Stored>;
  readonly #listeners = new Set<() => void>();
  #current: Stored | null;

  constructor(options: Omit<EncryptedFileOptions, 'name'>) {
    this.#file = new EncryptedFile({ ...options, name: 'sign-in' }, storedSchema);
    this.#current = this.#file.read();
  }

  get state(): SignInState {
    return { signedIn: this.#current !== null && this.#current.token !== null, lasting: this.#file.lasts };
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
    this.#file.write(stored);
  }

  #remove(): void {
    this.#current = null;
    this.#file.remove();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
