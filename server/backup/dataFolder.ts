import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { holdDataFolder } from '#backstage/dataFolder.ts';
import { markAsCopy } from '#backstage/folderIdentity.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { BackupError } from '../database/backup/format.ts';
import { ACCOUNTS } from './format.ts';

/** In the top folder of the data: what a running server makes anew, what is kept elsewhere, and accounts. */
const notCopied: ReadonlySet<string> = new Set([
  'database',
  'database.lock',
  'database.new',
  'control.json',
  'logs',
  'releases',
  'visitors',
]);
/** In any folder: locks, half-written files, and the mark by which a start would put a show on air again. */
const neverCopied = /^(?:lock\.sqlite|on-air$)|\.(?:next|new|part)$|-(?:wal|shm|journal)$/;

/** Where a restore gathers its files before it puts them in place. */
const STAGING = 'restore.part';

const isCopied = (name: string): boolean => !notCopied.has(name) && !neverCopied.test(name);

/** What there is to copy in a data folder. Backups that somebody put there stay out of the next one. */
function entriesOf(dataDir: string): string[] {
  const isBackup = (name: string) => existsSync(join(dataDir, name, ACCOUNTS));
  return readdirSync(dataDir).filter((name) => isCopied(name) && !isBackup(name));
}

/**
 * Copies presets, lines, shows, overlay links and all else that backstages keep into the folder `into`, for the machine
 * itself and for every host. A server may run meanwhile: a database is copied as it is at one moment, and other files
 * are always replaced whole. Returns the number of shows.
 */
export function copyData(dataDir: string, into: string): number {
  mkdirSync(into, { mode: 0o700 });
  if (!existsSync(dataDir)) return 0;
  return entriesOf(dataDir).reduce(
    (shows, name) => shows + copyEntry(join(dataDir, name), join(into, name)),
    0,
  );
}

/** Copies a file or a folder and returns how many journals were in it. What vanishes meanwhile was deleted. */
function copyEntry(from: string, to: string): number {
  try {
    if (from.endsWith('.sqlite')) {
      copyDatabase(from, to);
      return from.endsWith('journal.sqlite') ? 1 : 0;
    }
    const names = readFolder(from);
    if (names === null) {
      copyFileSync(from, to);
      return 0;
    }
    mkdirSync(to, { mode: 0o700 });
    return names
      .filter((name) => !neverCopied.test(name))
      .reduce((shows, name) => shows + copyEntry(join(from, name), join(to, name)), 0);
  } catch (error) {
    if (!existsSync(from)) return 0;
    throw error;
  }
}

/** The names in a folder; null for a file. */
function readFolder(path: string): string[] | null {
  try {
    return readdirSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return null;
    throw error;
  }
}

/** One read transaction sees one moment, whatever is written meanwhile. */
function copyDatabase(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
  try {
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
  chmodSync(to, 0o600);
}

/**
 * Holds the data folder against servers, runs `accounts`, and puts the copied data in place after it succeeded. With
 * `replace` the data that is there goes, otherwise there must be none. @throws BackupError when it cannot be done;
 * nothing is changed then.
 */
export async function restoreData<T>(
  dataDir: string,
  from: string,
  { replace }: { replace: boolean },
  accounts: () => Promise<T>,
): Promise<T> {
  const release = hold(dataDir);
  const staging = join(dataDir, STAGING);
  try {
    const present = entriesOf(dataDir);
    if (!replace && present.length > 0) {
      throw new BackupError(`${dataDir} has data already. To replace everything in it, add --replace.`);
    }
    rmSync(staging, { recursive: true, force: true });
    cpSync(from, staging, { recursive: true });
    const result = await accounts();
    for (const name of present) rmSync(join(dataDir, name), { recursive: true, force: true });
    for (const name of readdirSync(staging).filter(isCopied))
      renameSync(join(staging, name), join(dataDir, name));
    // Where the backup was made, the same show may still be counted.
    markAsCopy(dataDir);
    return result;
  } finally {
    rmSync(staging, { recursive: true, force: true });
    release();
  }
}

function hold(dataDir: string): () => void {
  try {
    return holdDataFolder(dataDir);
  } catch (error) {
    if (!(error instanceof RingsideError)) throw error;
    const why =
      error.problem.code === 'storage.inUse'
        ? 'A Ringside runs on it: stop it first.'
        : 'It cannot be written to.';
    throw new BackupError(`Nothing can be restored to ${dataDir}. ${why}`);
  }
}
