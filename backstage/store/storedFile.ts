import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { z } from 'zod';
import { type Problem, RingsideError } from '#shared/contract/error.ts';

/** Error codes of a full disk, an exhausted disk quota and the largest file size. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const PROBE_BYTES = 4096;

/** Converts a file system error to the problem that the host sees: `storage.full` or `storage.unwritable`. */
export function writingProblem(error: unknown, place: string): Problem {
  const full = error instanceof Error && 'code' in error && noRoom.has(String(error.code));
  return full ? { code: 'storage.full', params: { place } } : unwritable(place);
}

/** Writes a temporary file of this many bytes to a folder. Returns the problem, or null if it works. */
export function probeFolder(folder: string, bytes = PROBE_BYTES): Problem | null {
  const path = join(folder, `.probe-${process.pid}`);
  try {
    writeFileSync(path, Buffer.alloc(bytes, 'probe'), { flush: true });
    return null;
  } catch (error) {
    return writingProblem(error, folder);
  } finally {
    removeQuietly(path);
  }
}

/** Deletes a path and ignores errors: the caller reports a more important error. */
export function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The caller reports the first error.
  }
}

export function unwritable(place: string): Problem {
  return { code: 'storage.unwritable', params: { path: place } };
}

/**
 * The format of a small JSON file with a version. `migrations[n]` converts content of version n + 1 to version n + 2.
 * `read` parses the newest version; it may leave out broken entries and counts them as `dropped`.
 */
export interface StoredShape<T> {
  migrations: readonly ((content: unknown) => unknown)[];
  read(content: unknown): { value: T; dropped: number };
}

interface StoredRead<T> {
  /** Null if the file does not exist or cannot be parsed. */
  value: T | null;
  /** The path of the backup copy, if the file or an entry was broken; otherwise null. */
  backup: string | null;
  /** The path of the file, if a newer version of Ringside wrote it. `writeStored` does not replace such a file. */
  newer: string | null;
}

/** The version is the first thing in a file. */
const VERSION_BYTES = 64;

/** What was wrong with a stored file; all null for a file that could be read. */
export type StoredFault = Pick<StoredRead<unknown>, 'backup' | 'newer'>;

const versionSchema = z.object({ version: z.number().int().positive() });
const contentSchema = z.object({ content: z.unknown() });

/**
 * Reads a stored file. If something in it is broken, copies the whole file first, so that no data is lost.
 *
 * @throws RingsideError `storage.full` or `storage.unwritable` when the copy cannot be written.
 */
export function readStored<T>(path: string, shape: StoredShape<T>, now: number): StoredRead<T> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (isMissing(error)) return { value: null, backup: null, newer: null };
    throw error;
  }
  const read = parseStored(bytes.toString('utf8'), shape);
  if (read === 'newer') return { value: null, backup: null, newer: path };
  if (read !== 'broken' && read.dropped === 0) return { value: read.value, backup: null, newer: null };
  const backup = backUp(path, bytes, now);
  return { value: read === 'broken' ? null : read.value, backup, newer: null };
}

/** The version that this build writes. */
export const versionOf = (shape: StoredShape<unknown>): number => shape.migrations.length + 1;

/** Copies a broken file to a new name beside it, unless an identical copy exists. Returns the path of the copy. */
function backUp(path: string, bytes: Buffer, now: number): string {
  const { dir, name, ext } = parse(path);
  const prefix = `${name}.broken-`;
  const copies = readdirSync(dir).filter((each) => each.startsWith(prefix) && each.endsWith(ext));
  const known = copies.find((copy) => readFileSync(join(dir, copy)).equals(bytes));
  if (known !== undefined) return join(dir, known);
  for (let number = 1; ; number += 1) {
    const copy = join(dir, `${prefix}${stamp(now)}${number === 1 ? '' : `-${number}`}${ext}`);
    try {
      writeFileSync(copy, bytes, { flag: 'wx', flush: true });
      return copy;
    } catch (error) {
      // The name is taken by a backup of the same second: try the next number.
      if (!isExisting(error)) throw RingsideError.of(writingProblem(error, copy));
    }
  }
}

function parseStored<T>(
  text: string,
  shape: StoredShape<T>,
): { value: T; dropped: number } | 'newer' | 'broken' {
  try {
    const stored: unknown = JSON.parse(text);
    const { version } = versionSchema.parse(stored);
    if (version > versionOf(shape)) return 'newer';
    return readContent(version, contentSchema.parse(stored).content, shape);
  } catch {
    return 'broken';
  }
}

/** Converts content of a known version to the newest one, and parses it. @throws what the shape throws. */
export function readContent<T>(
  version: number,
  content: unknown,
  shape: StoredShape<T>,
): { value: T; dropped: number } {
  return shape.read(shape.migrations.slice(version - 1).reduce((older, migrate) => migrate(older), content));
}

/**
 * Writes a file atomically: after a crash either the old file or the new file exists.
 *
 * @throws RingsideError `storage.newer` if a newer version of Ringside wrote the file, `storage.full` or
 * `storage.unwritable` when it cannot be written.
 */
export function writeStored<T>(path: string, shape: StoredShape<T>, content: unknown): void {
  const version = versionOf(shape);
  if (writtenVersion(path) > version) throw new RingsideError('storage.newer', { place: path });
  const next = `${path}.next`;
  try {
    writeFileSync(next, `${JSON.stringify({ version, content }, null, 2)}\n`, {
      flush: true,
    });
    renameSync(next, path);
    syncFolder(dirname(path));
  } catch (error) {
    throw RingsideError.of(writingProblem(error, path));
  }
}

/** Reads the version at the beginning of a stored file. Returns 0 if there is none. */
function writtenVersion(path: string): number {
  const start = Buffer.alloc(VERSION_BYTES);
  try {
    const file = openSync(path, 'r');
    try {
      const length = readSync(file, start);
      return Number(/^\s*\{\s*"version"\s*:\s*(\d+)/.exec(start.toString('latin1', 0, length))?.[1] ?? 0);
    } finally {
      closeSync(file);
    }
  } catch {
    return 0;
  }
}

/** Flushes a folder, so that a rename in it survives a power cut. Windows cannot do that. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT');

const isExisting = (error: unknown): boolean => hasCode(error, 'EEXIST');

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Formats a time (ms since 1970) for a file name, in UTC: 20260102-030405. */
export function stamp(now: number): string {
  return new Date(now).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
}
