import type { Core } from './core.ts';
import { removeShow, showsBefore } from './show/trash.ts';

/** Purges the trash. On an error the next start tries again. */
export function purgeTrash({ trash, log }: Core): void {
  try {
    trash.purge();
  } catch (error) {
    log('deleted shows could not be removed', error);
  }
}

/**
 * Deletes shows that are older than the allowance, except `openShowId`: the open show, or the show that is about to be
 * opened. Deletes nothing while a show runs.
 */
export function removeOldShows(
  { shows, clock, allowance, overlays, archive, trash, log }: Core,
  openShowId: string | null,
): void {
  const before = clock.now() - allowance.showMs;
  if (shows.busy) return;
  try {
    trash.removeBegunBefore(before);
    for (const id of showsBefore(shows.folder, before)) {
      if (id === openShowId) continue;
      overlays.showDeleted(id);
      archive.forget(id);
      removeShow(shows.folder, id);
      trash.removed(id);
      log(`removed show ${id}: older than HOST_SHOW_DAYS`);
    }
  } catch (error) {
    log('old shows could not be removed', error);
  }
}
