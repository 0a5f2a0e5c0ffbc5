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
 * Opens the source of a report: a past show, or the open show after a flush. The next call may close a past show.
 *
 * @throws RingsideError `session.noShow`, `storage.corrupt`.
 */
export function openSource(
  { shows, archive }: Pick<Core, 'shows' | 'archive'>,
  showId?: string,
): ReportSource {
  const show = shows.current;
  if (showId === undefined || showId === show?.id) {
    if (show === null) throw new RingsideError('session.noShow');
    show.flush();
    return { showId: show.id, journal: show.journal, state: show.committedState() };
  }
  const { journal, state } = archive.open(showId);
  return { showId, journal, state };
}
