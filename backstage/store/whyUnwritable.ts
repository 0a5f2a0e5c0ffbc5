import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '#shared/contract/error.ts';

/** Errors of the system by which there is no room: the disk, the user's share of it, or the longest file. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const PROBE_BYTES = 4096;

/** Why something could not be written in a folder, as a host is told it. */
export function writingProblem(error: unknown, place: string): Problem {
  const full = error instanceof Error && 'code' in error && noRoom.has(String(error.code));
  return full ? { code: 'storage.full', params: { place } } : unwritable(place);
}

/** Tries a folder by writing so many bytes there. Null when that works. */
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

/** What cannot be removed stays; the reason why it was to go is worth more than this one. */
export function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It is in a place that is no folder, or takes nothing.
  }
}

export function unwritable(place: string): Problem {
  return { code: 'storage.unwritable', params: { path: place } };
}
