import { RingsideError } from '#shared/contract/error.ts';
import type { Core } from '../core.ts';
import type { ReportSource } from './source.ts';

/**
 * The open show as it is on disk, or a past one; good until the next call.
 *
 * @throws RingsideError `session.noShow`, `storage.corrupt`.
 */
export function openSource(
  { stage, archive }: Pick<Core, 'stage' | 'archive'>,
  showId?: string,
): ReportSource {
  const { show } = stage;
  if (showId === undefined || showId === show?.id) {
    if (show === null) throw new RingsideError('session.noShow');
    show.flush();
    return { showId: show.id, journal: show.journal, state: show.committedState() };
  }
  const { journal, state } = archive.open(showId);
  return { showId, journal, state };
}
