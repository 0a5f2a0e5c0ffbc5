import { rmSync, statSync } from 'node:fs';
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
 * Detects a copied data folder. The folder stores the inode and the change time of its lock file; both differ in a
 * copy. Some file systems assign new inodes at every mount, so one match is enough. The clone of a whole disk is not
 * detected.
 */
export class FolderIdentity {
  readonly #dataDir: string;
  readonly #now: () => number;
  readonly #log: (message: string, error: unknown) => void;
  #isCopy: boolean;

  /** This process must hold the lock of `dataDir`, so that the lock file exists. */
  constructor(dataDir: string, now: () => number, log: (message: string, error: unknown) => void) {
    this.#dataDir = dataDir;
    this.#now = now;
    this.#log = log;
    const stored = this.#stored();
    const { inode, changedAt } = identityOf(dataDir);
    // Older versions stored no identity. Their folders count as originals.
    this.#isCopy = stored !== null && stored.inode !== inode && stored.changedAt !== changedAt;
  }

  get isCopy(): boolean {
    return this.#isCopy;
  }

  /** Stores the identity of this folder: from now on it is the original. */
  adopt(): void {
    this.#isCopy = false;
    try {
      const identity = identityOf(this.#dataDir);
      const stored = this.#stored();
      if (stored?.inode === identity.inode && stored.changedAt === identity.changedAt) return;
      writeStored(join(this.#dataDir, FILE), shape, identity);
    } catch (error) {
      this.#log('the identity of the data folder cannot be written', error);
    }
  }

  #stored(): Identity | null {
    return readStored(join(this.#dataDir, FILE), shape, this.#now()).value;
  }
}

function identityOf(dataDir: string): Identity {
  const { ino, ctimeNs } = statSync(join(dataDir, LOCK_FILE), { bigint: true });
  return { inode: String(ino), changedAt: String(ctimeNs) };
}

/** Marks a data folder as a copy, for the next start. */
export function markAsCopy(dataDir: string): void {
  const file = join(dataDir, FILE);
  // Delete the file first: `writeStored` refuses to overwrite a file of a newer version.
  rmSync(file, { force: true });
  writeStored(file, shape, { inode: '', changedAt: '' });
}
