import { join, relative } from 'node:path';
import { type Clock, every } from '#backstage/clock.ts';
import { purgeClosedFolder } from '#backstage/show/trash.ts';
import type { Hosting } from './hosting.ts';

const DAY_MS = 24 * 3_600_000;

export interface PurgeOptions {
  hosting: Pick<Hosting, 'forEachClosed'>;
  dataDir: string;
  clock: Clock;
  /** Shows that began longer ago than this (ms) are removed. */
  showMs: number;
  log: (message: string, error?: unknown) => void;
}

/**
 * Deletes old shows of accounts whose backstage is closed, now and once a day. An open backstage deletes its own old
 * shows. Returns a function that stops it.
 */
export function purgeShowsOfClosedHosts({ hosting, dataDir, clock, showMs, log }: PurgeOptions): () => void {
  const purge = () =>
    hosting.forEachClosed((folder) => {
      try {
        const removed = (showId: string) =>
          log(`removed ${relative(dataDir, join(folder, 'shows', showId))}: older than HOST_SHOW_DAYS`);
        purgeClosedFolder({ dataDir: folder, now: clock.now(), showMs, removed });
      } catch (error) {
        log(`old shows in ${relative(dataDir, folder)} could not be removed`, error);
      }
    });
  void purge();
  return every(clock, DAY_MS, () => void purge());
}
