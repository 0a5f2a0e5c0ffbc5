import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '#shared/contract/error.ts';

/** Error codes of a full disk, an exhausted disk quota and the largest file size. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const PROBE_BYTES = 4096;

/** Converts a file system error to the problem that the host sees: `storage.full` or `storage.unwritable`. */
export function writingProblem(error: unknown, place: string): Problem {
  const full = error instanceof Error && 'code' in error && noRoom.has(String(error.code));
  return full ? { code: 'storage.full', params: { place } } : unwritable(place);
}

/** Writes a temporary file of so many bytes to a folder. Returns the problem, or null if it works. */
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
