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
 * A small JSON file with a version. Each migration takes the content of the version of its index plus one to
 * the next one; `read` then parses the newest form and may leave out single broken entries.
 */
export interface StoredShape<T> {
  migrations: readonly ((content: unknown) => unknown)[];
  read(content: unknown): { value: T; dropped: number };
}

export interface StoredRead<T> {
  /** Null when there is no such file, or nothing in it could be used. */
  value: T | null;
  /** Where the file was copied to when something in it could not be used. */
  keptAside: string | null;
}

const envelopeSchema = z.object({ version: z.number().int().positive(), content: z.unknown() });

/** Reads a stored file. What cannot be used is never lost: the whole file is copied aside first. */
export function readStored<T>(path: string, shape: StoredShape<T>, now: number): StoredRead<T> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return { value: null, keptAside: null };
    throw error;
  }
  const read = understand(text, shape);
  if (read !== null && read.dropped === 0) return { value: read.value, keptAside: null };
  const { dir, name, ext } = parse(path);
  const keptAside = join(dir, `${name}.broken-${stamp(now)}${ext}`);
  copyFileSync(path, keptAside);
  return { value: read === null ? null : read.value, keptAside };
}

function understand<T>(text: string, shape: StoredShape<T>): { value: T; dropped: number } | null {
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
 * Writes so that a crash at any moment leaves either the old file or the new one.
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

/** Makes a rename in the folder last through a power cut, where the system lets a folder be synced. */
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

/** A moment as part of a file name, UTC, without characters that some file systems refuse. */
export function stamp(now: number): string {
  return new Date(now).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
}
