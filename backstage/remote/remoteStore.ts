import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Remote, type RemoteScope, remoteSchema } from '#shared/contract/remote/token.ts';
import { readStored, type StoredFault, type StoredShape, writeStored } from '../store/storedFile.ts';
import { digestOfToken, newHolderId, newSecret, TokenHolders } from '../store/tokenHolders.ts';

const FILE = 'remotes.json';
/** Maximum number of tokens. */
export const MOST_REMOTES = 20;

const storedRemoteSchema = remoteSchema.extend({
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
  /** The programs. Errors: `remote.notFound`, `remote.tooMany`. */
  readonly programs: TokenHolders<StoredRemote>;
  readonly #path: string;
  readonly #now: () => number;
  #stored: Stored;

  constructor(dataDir: string, now: () => number) {
    this.#path = join(dataDir, FILE);
    this.#now = now;
    const read = readStored(this.#path, remotesShape, now());
    this.#stored = read.value ?? { remotes: [], revoked: [] };
    this.fault = read;
    this.programs = new TokenHolders({
      most: MOST_REMOTES,
      now,
      errors: { notFound: 'remote.notFound', tooMany: 'remote.tooMany' },
      read: () => ({
        holders: this.#stored.remotes,
        revoked: this.#stored.revoked.map(({ remote, at }) => ({ holder: remote, at })),
      }),
      write: ({ holders, revoked }) =>
        this.#write({
          remotes: [...holders],
          revoked: revoked.map(({ holder, at }) => ({ remote: holder, at })),
        }),
    });
  }

  /** Reads the file again, after an import has written it. */
  reload(): void {
    this.#stored = readStored(this.#path, remotesShape, this.#now()).value ?? { remotes: [], revoked: [] };
  }

  /**
   * Adds a program. Returns it with its token, which cannot be read again.
   *
   * @throws RingsideError `remote.tooMany`, `storage.full`.
   */
  create(name: string, scope: RemoteScope): { remote: Remote; token: string } {
    const { remote, token } = newRemote(name, scope, this.#now());
    this.programs.add({ ...remote, digest: digestOfToken(token) });
    return { remote, token };
  }

  #write(stored: Stored): void {
    writeStored(this.#path, remotesShape, stored);
    this.#stored = stored;
  }
}

/** Makes a program with a new token. */
export function newRemote(name: string, scope: RemoteScope, now: number): { remote: Remote; token: string } {
  const token = `rr_${newSecret()}`;
  return { remote: { id: newHolderId(), name, scope, createdAt: now, usedAt: null }, token };
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
