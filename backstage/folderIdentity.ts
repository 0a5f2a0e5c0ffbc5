import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LOCK_FILE } from './dataFolder.ts';
import { readStored, type StoredShape, writeStored } from './store/storedFile.ts';

const identitySchema = z.object({ inode: z.string(), changedAt: z.string() });
type Identity = z.infer<typeof identitySchema>;

const FILE = 'folder-identity.json';

const shape: StoredShape<Identity> = {
  migrations: [],
  read: (content) => ({ value: identitySchema.parse(content), dropped: 0 }),
};

/**
 * Tells a data folder from a copy of it. The folder keeps the inode and the change time of its lock file, and a copied
 * lock file has neither. Some file systems number their files anew with every mount, but keep the change time. A clone
 * of a whole disk cannot be told from its original.
 */
export class FolderIdentity {
  readonly #dataDir: string;
  readonly #now: () => number;
  readonly #log: (message: string, error: unknown) => void;
  #isCopy: boolean;

  /** `dataDir` is held by this process: it has a lock file. */
  constructor(dataDir: string, now: () => number, log: (message: string, error: unknown) => void) {
    this.#dataDir = dataDir;
    this.#now = now;
    this.#log = log;
    const kept = this.#kept();
    const { inode, changedAt } = identityOf(dataDir);
    // A folder of a version that kept no identity is taken for the original.
    this.#isCopy = kept !== null && kept.inode !== inode && kept.changedAt !== changedAt;
  }

  get isCopy(): boolean {
    return this.#isCopy;
  }

  /** Makes this folder the original from now on. */
  adopt(): void {
    this.#isCopy = false;
    try {
      const identity = identityOf(this.#dataDir);
      const kept = this.#kept();
      if (kept?.inode === identity.inode && kept.changedAt === identity.changedAt) return;
      writeStored(join(this.#dataDir, FILE), shape, identity);
    } catch (error) {
      this.#log('the identity of the data folder cannot be written', error);
    }
  }

  #kept(): Identity | null {
    return readStored(join(this.#dataDir, FILE), shape, this.#now()).value;
  }
}

function identityOf(dataDir: string): Identity {
  const { ino, ctimeNs } = statSync(join(dataDir, LOCK_FILE), { bigint: true });
  return { inode: String(ino), changedAt: String(ctimeNs) };
}

/** Makes the next start take a data folder for a copy, whatever its lock file is. */
export function markAsCopy(dataDir: string): void {
  writeStored(join(dataDir, FILE), shape, { inode: '', changedAt: '' });
}
