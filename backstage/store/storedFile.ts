import {
  closeSync,
  copyFileSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { z } from 'zod';
import { RingsideError } from '#shared/contract/error.ts';
import { writingProblem } from './whyUnwritable.ts';

/**
 * The format of a small JSON file with a version. `migrations[n]` converts content of version n + 1 to version n + 2.
 * `read` parses the newest version; it may leave out broken entries and counts them as `dropped`.
 */
export interface StoredShape<T> {
  migrations: readonly ((content: unknown) => unknown)[];
  read(content: unknown): { value: T; dropped: number };
}

export interface StoredRead<T> {
  /** Null if the file does not exist or cannot be parsed. */
  value: T | null;
  /** The path of the copy, if the file or an entry was broken; otherwise null. */
  keptAside: string | null;
}

const envelopeSchema = z.object({ version: z.number().int().positive(), content: z.unknown() });

/** Reads a stored file. If something in it is broken, copies the whole file first, so that no data is lost. */
export function readStored<T>(path: string, shape: StoredShape<T>, now: number): StoredRead<T> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return { value: null, keptAside: null };
    throw error;
  }
  const read = parseStored(text, shape);
  if (read !== null && read.dropped === 0) return { value: read.value, keptAside: null };
  const { dir, name, ext } = parse(path);
  const keptAside = join(dir, `${name}.broken-${stamp(now)}${ext}`);
  copyFileSync(path, keptAside);
  return { value: read === null ? null : read.value, keptAside };
}

function parseStored<T>(text: string, shape: StoredShape<T>): { value: T; dropped: number } | null {
  try {
    const { version, content } = envelopeSchema.parse(JSON.parse(text));
    if (version > shape.migrations.length + 1) return null;
    return shape.read(
      shape.migrations.slice(version - 1).reduce((older, migrate) => migrate(older), content),
    );
  } catch {
    return null;
  }
}

/**
 * Writes a file atomically: after a crash either the old file or the new file exists.
 *
 * @throws RingsideError `storage.full` or `storage.unwritable` when it cannot be written.
 */
export function writeStored<T>(path: string, shape: StoredShape<T>, content: unknown): void {
  const next = `${path}.next`;
  try {
    writeFileSync(next, `${JSON.stringify({ version: shape.migrations.length + 1, content }, null, 2)}\n`, {
      flush: true,
    });
    renameSync(next, path);
    syncFolder(dirname(path));
  } catch (error) {
    throw RingsideError.of(writingProblem(error, path));
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

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Formats a time (ms since 1970) for a file name, in UTC: 20260102-030405. */
export function stamp(now: number): string {
  return new Date(now).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
}
