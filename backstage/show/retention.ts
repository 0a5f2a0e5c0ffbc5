import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beganAt, showIds } from './facts.ts';
import { Trash } from './trash.ts';

const isOlder = (showId: string, before: number): boolean => (beganAt(showId) ?? before) < before;

/** The shows of a folder that began before a time, newest first. */
export function showsBefore(showsFolder: string, before: number): string[] {
  return showIds(showsFolder).filter((id) => isOlder(id, before));
}

/** Removes a show with its recording, not to the trash. */
export function removeShow(showsFolder: string, showId: string): void {
  rmSync(join(showsFolder, showId), { recursive: true, force: true });
}

export interface Closed {
  dataDir: string;
  now: number;
  /** Shows that began longer ago than this (ms) are removed. */
  showMs: number;
  /** Told of each show that was removed. */
  removed: (showId: string) => void;
}

/** Removes old shows, and what has been in the trash for a week, from the folder of a backstage that is closed. */
export function tidyClosed({ dataDir, now, showMs, removed }: Closed): void {
  const folder = join(dataDir, 'shows');
  const trash = new Trash(dataDir, folder, () => now);
  trash.purge();
  trash.removeBegunBefore(now - showMs);
  const old = showsBefore(folder, now - showMs);
  for (const id of old) {
    removeShow(folder, id);
    removed(id);
  }
  // The sums of all shows name viewers. They are made anew from the shows that are left.
  if (old.length === 0) return;
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `past-sums.sqlite${end}`), { force: true });
}
