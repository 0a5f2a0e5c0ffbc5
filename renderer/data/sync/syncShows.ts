import { apiCodes } from '#shared/contract/api/envelope.ts';
import { siteCalls } from '#shared/contract/api/site.ts';
import { type Show, showCalls, syncIdSchema } from '#shared/contract/api/sync.ts';
import type { Show as ShowLine } from '#shared/contract/backstage.ts';
import { ApiError } from '../api/apiError.ts';
import { type BookPage, LET_GO } from './book.ts';
import { forItem } from './forItem.ts';
import { type PassParts, quiet } from './parts.ts';
import { summariseShow } from './showSummary.ts';

const DAY_MS = 86_400_000;

export interface ShowParts extends PassParts {
  /** The show on stage, which can still be corrected: its id and how far its journal is. */
  onStage(): { showId: string | null; ended: boolean; seq: number };
  now(): number;
}

/**
 * One pass over the shows of an account: every finished show of this device is saved there, and once more when it
 * was corrected afterwards. What the account has deleted is not sent again. Rejects like `syncPresets`.
 */
export async function syncShows(parts: ShowParts): Promise<void> {
  const { api, link, book } = parts;
  await takeChanges(parts);
  const waiting = await waitingShows(parts);
  if (waiting.length === 0) return;
  const { showDays } = await api.call(siteCalls.info, {}, quiet);
  const oldest = parts.now() - showDays * DAY_MS;
  for (const { line, mark } of waiting) {
    await forItem(parts, line.presetName, async () => {
      const show = await summariseShow(link, line);
      // It would be deleted at once: its time of keeping is over.
      if (show.endedAt < oldest) book.note('shows', line.showId, { revision: 0, mark: LET_GO });
      else await save(parts, show, mark);
      return true;
    });
  }
}

export interface WaitingShow {
  line: ShowLine;
  /** What to write down once it is saved. */
  mark: string;
}

/** The finished shows that the account does not have as they are here, the newest first. */
export async function waitingShows(
  parts: Pick<ShowParts, 'link' | 'book' | 'onStage'>,
): Promise<WaitingShow[]> {
  const { shows } = await parts.link.call('show.list', {});
  const stage = parts.onStage();
  const page = parts.book.page('shows');
  return shows.flatMap((line) => {
    if (line.rehearsal || line.startedAt === 0 || !syncIdSchema.safeParse(line.showId).success) return [];
    const isOnStage = line.showId === stage.showId;
    if (isOnStage && !stage.ended) return [];
    const mark = isOnStage ? `at ${stage.seq}` : 'closed';
    return needsSaving(page, line.showId, mark) ? [{ line, mark }] : [];
  });
}

function needsSaving(page: BookPage, id: string, mark: string): boolean {
  const known = page.items[id]?.mark;
  return known !== LET_GO && known !== mark;
}

/** Learns which revision the account has of each show, and which of them it has deleted. */
async function takeChanges({ api, book }: ShowParts): Promise<void> {
  for (let more = true; more; ) {
    const { since } = book.page('shows');
    const answer = await api.call(showCalls.changes, { params: { since } }, quiet);
    for (const { id, revision, deleted } of answer.changes) {
      const known = book.page('shows').items[id];
      if (deleted) book.note('shows', id, { revision, mark: LET_GO });
      else if (known?.mark === LET_GO || known === undefined) book.note('shows', id, { revision, mark: '' });
    }
    book.reach('shows', answer.next);
    more = answer.more;
  }
}

/**
 * Saves a show. Two readings of one journal end at the same moment, and the later one takes the place of the
 * earlier; a show of the same id that ended at another moment was gone on with elsewhere, and both are kept.
 */
async function save(parts: ShowParts, item: Show, mark: string): Promise<void> {
  const { api, book, device, onKeptBoth } = parts;
  const params = { id: item.id };
  const known = book.page('shows').items[item.id];
  const stored = known === undefined ? null : await echo(parts, item.id);
  const isSameShow = stored?.item.endedAt === item.endedAt;
  const body = { baseRevision: isSameShow ? (stored?.revision ?? 0) : 0, item, device };
  const saved = await api.call(showCalls.save, { params, body }, { ...quiet, repeatable: true });
  book.note('shows', item.id, { revision: saved.current.revision, mark });
  if (saved.outcome === 'conflict' && saved.copy !== null) {
    onKeptBoth({ name: saved.current.name, copy: saved.copy.name });
  }
}

/** What the account has of a show; null when it has been deleted this very moment. */
async function echo({ api }: ShowParts, id: string) {
  try {
    return await api.call(showCalls.echo, { params: { id } }, quiet);
  } catch (error) {
    if (error instanceof ApiError && error.code === apiCodes.notFound) return null;
    throw error;
  }
}
