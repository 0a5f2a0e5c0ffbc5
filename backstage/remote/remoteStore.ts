import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { RingsideError } from '#shared/contract/error.ts';
import { type Remote, type RemoteScope, remoteSchema } from '#shared/contract/remote/token.ts';
import { readStored, type StoredFault, type StoredShape, writeStored } from '../store/storedFile.ts';

const FILE = 'remotes.json';
/** Maximum number of tokens. */
export const MOST_REMOTES = 20;
/** How long a revoked token can be restored (ms). */
const KEPT_MS = 24 * 3_600_000;
/** `usedAt` is written at most this often (ms). */
const NOTE_EVERY_MS = 60_000;

const storedRemoteSchema = remoteSchema.extend({
  /** SHA-256 of the token, in base64url. The token itself is not stored. */
  digest: z.string().length(43),
});
export type StoredRemote = z.infer<typeof storedRemoteSchema>;

const storedSchema = z.object({
  remotes: z.array(storedRemoteSchema),
  revoked: z.array(z.object({ remote: storedRemoteSchema, at: z.number() })),
});
type Stored = z.infer<typeof storedSchema>;

export const remotesShape: StoredShape<Stored> = {
  migrations: [],
  read: (content) => ({ value: storedSchema.parse(content), dropped: 0 }),
};

/** Stores the programs that may use the remote API, with the hashes of their tokens. */
export class RemoteStore {
  /** What was wrong with the stored file. */
  readonly fault: StoredFault;
  readonly #path: string;
  readonly #now: () => number;
  #stored: Stored;

  constructor(dataDir: string, now: () => number) {
    this.#path = join(dataDir, FILE);
    this.#now = now;
    const read = readStored(this.#path, remotesShape, now());
    this.#stored = read.value ?? { remotes: [], revoked: [] };
    this.fault = read;
  }

  /** Reads the file again, after an import has written it. */
  reload(): void {
    this.#stored = readStored(this.#path, remotesShape, this.#now()).value ?? { remotes: [], revoked: [] };
  }

  list(): readonly StoredRemote[] {
    return this.#stored.remotes;
  }

  /** Finds the program of a token. Compares in constant time, so that the time reveals nothing of a token. */
  byToken(token: string): StoredRemote | null {
    const wanted = Buffer.from(digestOfRemote(token));
    let found: StoredRemote | null = null;
    for (const remote of this.#stored.remotes) {
      if (timingSafeEqual(Buffer.from(remote.digest), wanted)) found = remote;
    }
    return found;
  }

  has(id: string): boolean {
    return this.#stored.remotes.some((each) => each.id === id);
  }

  /**
   * Adds a program. Returns it with its token, which cannot be read again.
   *
   * @throws RingsideError `remote.tooMany`, `storage.full`.
   */
  create(name: string, scope: RemoteScope): { remote: Remote; token: string } {
    this.#refuseTooMany();
    const { remote, token } = newRemote(name, scope, this.#now());
    const stored = { ...remote, digest: digestOfRemote(token) };
    this.#write({ ...this.#stored, remotes: [...this.#stored.remotes, stored] });
    return { remote, token };
  }

  /** @throws RingsideError `remote.notFound`, `storage.full`. */
  revoke(id: string): void {
    const remote = this.#stored.remotes.find((each) => each.id === id);
    if (remote === undefined) throw new RingsideError('remote.notFound');
    const now = this.#now();
    const revoked = this.#stored.revoked.filter(({ at }) => at > now - KEPT_MS).slice(1 - MOST_REMOTES);
    this.#write({
      remotes: this.#stored.remotes.filter((each) => each !== remote),
      revoked: [...revoked, { remote, at: now }],
    });
  }

  /** @throws RingsideError `remote.notFound` when it is not kept any more, `remote.tooMany`, `storage.full`. */
  restore(id: string): void {
    const kept = this.#stored.revoked.find(({ remote }) => remote.id === id);
    if (kept === undefined || kept.at <= this.#now() - KEPT_MS) throw new RingsideError('remote.notFound');
    this.#refuseTooMany();
    this.#write({
      remotes: [...this.#stored.remotes, kept.remote],
      revoked: this.#stored.revoked.filter((each) => each !== kept),
    });
  }

  /** Notes that a token is used now. Returns whether the time was stored. */
  noteUse(id: string): boolean {
    const now = this.#now();
    const remote = this.#stored.remotes.find((each) => each.id === id);
    if (remote === undefined || Math.abs(now - (remote.usedAt ?? 0)) < NOTE_EVERY_MS) return false;
    const remotes = this.#stored.remotes.map((each) => (each === remote ? { ...each, usedAt: now } : each));
    this.#write({ ...this.#stored, remotes });
    return true;
  }

  #refuseTooMany(): void {
    if (this.#stored.remotes.length >= MOST_REMOTES)
      throw new RingsideError('remote.tooMany', { limit: MOST_REMOTES });
  }

  #write(stored: Stored): void {
    writeStored(this.#path, remotesShape, stored);
    this.#stored = stored;
  }
}

/** Makes a program with a new token. */
export function newRemote(name: string, scope: RemoteScope, now: number): { remote: Remote; token: string } {
  const token = `rr_${randomBytes(32).toString('base64url')}`;
  return { remote: { id: randomBytes(6).toString('hex'), name, scope, createdAt: now, usedAt: null }, token };
}

/** Returns the SHA-256 of a token in base64url. */
export function digestOfRemote(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Reads the hashes of the tokens in a data folder, without opening its backstage. Returns none if that fails. */
export async function readRemoteDigests(dataDir: string): Promise<string[]> {
  try {
    const stored: unknown = JSON.parse(await readFile(join(dataDir, FILE), 'utf8'));
    const { content } = z.object({ content: digestsSchema }).parse(stored);
    return content.remotes.map(({ digest }) => digest);
  } catch {
    return [];
  }
}

const digestsSchema = z.object({ remotes: z.array(z.object({ digest: z.string() })) });
