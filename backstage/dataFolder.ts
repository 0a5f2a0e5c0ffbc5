import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import {
  probeFolder,
  readStored,
  type StoredShape,
  writeStored,
  writingProblem,
} from './store/storedFile.ts';

/** SQLite locks this file while a backstage runs. It has no content. */
const LOCK_FILE = 'lock.sqlite';

/**
 * Creates the data folder and locks it for this process: two backstages on one journal would assign the same input
 * numbers. The operating system releases the lock when the process ends. Returns a function that releases it.
 *
 * @throws RingsideError `storage.unwritable`, `storage.inUse`, both with the folder as `path`; `storage.full`.
 */
export function holdDataFolder(path: string): () => void {
  const problem = problemOf(path);
  if (problem !== null) throw RingsideError.of(problem);
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(join(path, LOCK_FILE));
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const held = lock;
    return () => held.close();
  } catch (error) {
    lock?.close();
    const busy = error instanceof Error && 'errcode' in error && error.errcode === 5;
    throw new RingsideError(busy ? 'storage.inUse' : 'storage.unwritable', { path });
  }
}

/** The files of a host, which move with the host to another machine. Other files belong to the machine. */
export const HOST_FILES = [
  'presets.json',
  'lines.json',
  'overlays.json',
  'anchors.json',
  'learned.json',
  'gift-pictures.json',
  'way.json',
  'remotes.json',
  'payouts.json',
  'seasons.json',
  'packs.json',
  'themes.json',
  'webhooks.json',
  'webhook-progress.json',
  'last-import.json',
  'deleted-shows.json',
] as const;

/** The files and folders of a backstage in its data folder. A name with a final dot is a prefix. */
const OWN_NAMES = [
  ...HOST_FILES.map((name) => name.replace(/json$/, '')),
  'shows',
  'trash',
  'transfer',
  'pictures',
  'device',
  'overlay-port.',
  'past-sums.',
  'phones.',
];

/** Deletes all data of a closed backstage, including the copies of broken files. */
export function eraseBackstage(path: string): void {
  for (const name of readdirSync(path)) {
    const isOwn = OWN_NAMES.some((own) => (own.endsWith('.') ? name.startsWith(own) : name === own));
    if (isOwn) rmSync(join(path, name), { recursive: true, force: true });
  }
}

function problemOf(path: string): Problem | null {
  try {
    makeFolder(path);
  } catch (error) {
    return writingProblem(error, path);
  }
  return probeFolder(path);
}

/** Creates a folder and its parents. Node's recursive option never ends on file systems that report ENOENT here. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

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
