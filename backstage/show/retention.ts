import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beganAt, showIds } from './facts.ts';
import { Trash } from './trash.ts';

const isOlder = (showId: string, before: number): boolean => (beganAt(showId) ?? before) < before;

/** Lists the shows of a folder that began before a time (ms since 1970), newest first. */
export function showsBefore(showsFolder: string, before: number): string[] {
  return showIds(showsFolder).filter((id) => isOlder(id, before));
}

/** Permanently deletes a show and its recording, without the trash. */
export function removeShow(showsFolder: string, showId: string): void {
  rmSync(join(showsFolder, showId), { recursive: true, force: true });
}

export interface RetentionOptions {
  dataDir: string;
  now: number;
  /** The age (ms since its start) from which a show is deleted. */
  showMs: number;
  /** Called for each show that was deleted. */
  removed: (showId: string) => void;
}

/** Deletes old shows and expired trash from the data folder of a backstage that is not open. */
export function purgeClosedFolder({ dataDir, now, showMs, removed }: RetentionOptions): void {
  const folder = join(dataDir, 'shows');
  const trash = new Trash(dataDir, folder, () => now);
  trash.purge();
  trash.removeBegunBefore(now - showMs);
  const old = showsBefore(folder, now - showMs);
  for (const id of old) {
    removeShow(folder, id);
    removed(id);
  }
  // The cached sums over all shows contain viewers' names. They are computed again from the remaining shows.
  if (old.length === 0) return;
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `past-sums.sqlite${end}`), { force: true });
}
