import { statfsSync } from 'node:fs';

export interface Disk {
  /** The bytes that this process may still write. */
  free: number;
  size: number;
}

/** With less free space than this (bytes), the disk counts as full: the next write may fail. */
export const FULL_BELOW = 16 * 1024 * 1024;

/** Returns the free space of a folder's disk; null if the system does not report it. */
export function diskOf(folder: string): Disk | null {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return blocks === 0 ? null : { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return null;
  }
}

export const isFull = (disk: Disk | null): boolean => disk !== null && disk.free < FULL_BELOW;
