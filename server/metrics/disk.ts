import { statfsSync } from 'node:fs';

export interface Disk {
  /** What this program may still write (bytes). */
  free: number;
  size: number;
}

/** With less free space than this (bytes), the disk counts as full: it may refuse a show at any moment. */
export const FULL_BELOW = 16 * 1024 * 1024;

/** Reads the disk of a folder; null if the system does not report it. */
export function diskOf(folder: string): Disk | null {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return blocks === 0 ? null : { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return null;
  }
}

export const isFull = (disk: Disk | null): boolean => disk !== null && disk.free < FULL_BELOW;
