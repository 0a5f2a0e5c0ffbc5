import { RingsideError } from '#shared/contract/error.ts';
import type { GameState } from '#shared/game/fold.ts';
import type { Core } from '../core.ts';
import type { Journal } from '../journal/journal.ts';

/** A show for reports. Its journal contains everything that is in the state. */
export interface ReportSource {
  showId: string;
  journal: Journal;
  state: GameState;
}

/**
 * Calls `read` with the source of a report: a past show, or the open show when everything that is queued is stored.
 * Another call may close a past show, so do not keep the source.
 *
 * @throws RingsideError `session.noShow`, `storage.corrupt`.
 */
export async function readSource<T>(
  { shows, archive }: Pick<Core, 'shows' | 'archive'>,
  showId: string | undefined,
  read: (source: ReportSource) => T,
): Promise<T> {
  const show = shows.current;
  if (showId === undefined || showId === show?.id) {
    if (show === null) throw new RingsideError('session.noShow');
    return await show.read(() =>
      read({ showId: show.id, journal: show.journal, state: show.committedState() }),
    );
  }
  const { journal, state } = archive.open(showId);
  return read({ showId, journal, state });
}
