import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { holdDataFolder, markAsCopy } from '#backstage/dataFolder.ts';
import { failureOf } from '#backstage/journal/failures.ts';
import { isPutAside } from '#backstage/journal/openJournal.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { BackupError } from '../database/backup/backup.ts';

/** The two parts of a whole backup, which is a folder: a backup of the accounts, and a copy of the data folder. */
export const ACCOUNTS = 'accounts.jsonl.gz';
export const DATA = 'data';

/** Whether a path is a whole backup, which is a folder. */
export const isWhole = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/**
 * Backs up everything into the new folder `path`: first the accounts with `accounts`, which gets the file to write,
 * then the data folder. The folder appears when it is complete. Returns the number of rows and the copied files.
 */
export async function backUpAll(
  path: string,
  dataDir: string,
  accounts: (file: string) => Promise<number>,
): Promise<CopiedData & { rows: number }> {
  if (existsSync(path)) throw new BackupError(`${path} already exists. Choose another name.`);
  const partial = `${path}.part`;
  rmSync(partial, { recursive: true, force: true });
  try {
    mkdirSync(partial, { mode: 0o700 });
  } catch {
    throw new BackupError(
      `${path} cannot be written. Choose a folder that exists and that you may write to.`,
    );
  }
  try {
    const rows = await accounts(join(partial, ACCOUNTS));
    const copied = copyData(dataDir, join(partial, DATA));
    renameSync(partial, path);
    return { ...copied, rows };
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Entries of the data folder that are not copied: the database, regenerated files, and files that are kept elsewhere.
 */
const notCopied: ReadonlySet<string> = new Set([
  'database',
  'database.lock',
  'database.new',
  'database.socket',
  'control.json',
  'logs',
  // A restored copy on another machine must not listen on its network.
  'phones.json',
  'remotes.json',
  'releases',
  'visitors',
]);
/** Names in any folder that are not copied: locks, unfinished files, and the mark of a running show. */
const neverCopied = /^(?:lock\.sqlite|on-air$)|\.(?:next|new|part)$|-(?:wal|shm|journal)$/;

const READ_BYTES = 1024 * 1024;

/** The folder in which a restore collects files before it moves them into place. */
const STAGING = 'restore.part';

const isCopied = (name: string): boolean => !notCopied.has(name) && !neverCopied.test(name);

/** Returns the entries of a data folder that are copied. Leaves out backups in the data folder. */
function entriesOf(dataDir: string): string[] {
  const isBackup = (name: string) => existsSync(join(dataDir, name, ACCOUNTS));
  return readdirSync(dataDir).filter((name) => isCopied(name) && !isBackup(name));
}

/** What was copied. Paths are relative to the data folder. */
export interface CopiedData {
  /** The number of journals. */
  shows: number;
  /** Databases that SQLite cannot read; the copy has the same bytes. */
  damaged: string[];
  /** Files and folders that cannot be read at all; the copy lacks them. */
  unreadable: string[];
}

/**
 * Copies the presets, lines, shows, overlay links and other files of all backstages into the folder `into`. A server
 * may run meanwhile: each SQLite database is copied as a snapshot, and other files are always replaced whole. An
 * unreadable file does not stop the copy of the others.
 */
export function copyData(dataDir: string, into: string): CopiedData {
  const copied: CopiedData = { shows: 0, damaged: [], unreadable: [] };
  mkdirSync(into, { mode: 0o700 });
  if (!existsSync(dataDir)) return copied;
  for (const name of entriesOf(dataDir)) copyEntry(dataDir, into, name, copied);
  return copied;
}

/** Copies the file or folder `path` of the data folder. Ignores a path that was deleted meanwhile. */
function copyEntry(dataDir: string, into: string, path: string, copied: CopiedData): void {
  const from = join(dataDir, path);
  const to = join(into, path);
  try {
    const names = readFolder(from);
    if (names !== null) {
      mkdirSync(to, { mode: 0o700 });
      for (const name of names) {
        if (!neverCopied.test(name)) copyEntry(dataDir, into, join(path, name), copied);
      }
      return;
    }
    if (!path.endsWith('.sqlite')) copyFileSync(from, to);
    else if (!copyDatabase(from, to) && !isPutAside(path)) copied.damaged.push(path);
    if (path.endsWith('journal.sqlite')) copied.shows += 1;
  } catch (error) {
    if (!existsSync(from)) return;
    // The source is readable, so the backup cannot be written: give up.
    if (isReadable(from)) throw error;
    rmSync(to, { recursive: true, force: true });
    copied.unreadable.push(path);
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

function isReadable(path: string): boolean {
  try {
    if (readFolder(path) === null) readThrough(path);
    return true;
  } catch {
    return false;
  }
}

function readThrough(path: string): void {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(READ_BYTES);
    while (readSync(file, buffer) > 0);
  } finally {
    closeSync(file);
  }
}

/**
 * Copies a database in one read transaction, which is a snapshot. Returns false if SQLite cannot read the database;
 * then its file and its write-ahead log are copied as they are.
 */
function copyDatabase(from: string, to: string): boolean {
  try {
    const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
    try {
      source.prepare('VACUUM INTO ?').run(to);
    } finally {
      source.close();
    }
    chmodSync(to, 0o600);
    return true;
  } catch (error) {
    if (failureOf(error) !== 'corrupt') throw error;
  }
  for (const suffix of ['', '-wal']) {
    rmSync(to + suffix, { force: true });
    if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix);
  }
  return false;
}

/**
 * Locks the data folder, runs `accounts`, and then moves the copied data into place. Deletes existing data if
 * `replace` is true; otherwise there must be none.
 *
 * @throws BackupError if the data cannot be restored. Then nothing is changed.
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
      throw new BackupError(
        `${dataDir} already has data. Add --replace to delete it and restore the backup.`,
      );
    }
    rmSync(staging, { recursive: true, force: true });
    cpSync(from, staging, { recursive: true });
    const result = await accounts();
    for (const name of present) rmSync(join(dataDir, name), { recursive: true, force: true });
    for (const name of readdirSync(staging).filter(isCopied))
      renameSync(join(staging, name), join(dataDir, name));
    // The original folder may still be counting the same show.
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
    const reason =
      error.problem.code === 'storage.inUse'
        ? 'A Ringside is using it. Stop it first.'
        : 'It cannot be written to. Check its permissions.';
    throw new BackupError(`The backup cannot be restored to ${dataDir}. ${reason}`);
  }
}
