import { apiCodes } from '#shared/contract/api/envelope.ts';
import { siteCalls } from '#shared/contract/api/site.ts';
import { type Show, showCalls, syncIdSchema } from '#shared/contract/api/sync.ts';
import type { Show as ShowLine } from '#shared/contract/backstage.ts';
import { ApiError } from '../api/apiError.ts';
import { forItem, type PassContext, quiet } from './passContext.ts';
import { summariseShow } from './showSummary.ts';
import { type CacheSection, DO_NOT_SEND } from './syncCache.ts';

const DAY_MS = 86_400_000;

export interface ShowContext extends PassContext {
  /** The open show, which can still be corrected; `seq` is the last sequence number of its journal. */
  openShow(): { showId: string | null; ended: boolean; seq: number };
  now(): number;
}

/**
 * Runs one pass over the shows: saves each finished show of this device, and again after a correction. A show that the
 * account has deleted is not sent again. Rejects if the server or the backstage is unreachable.
 */
export async function syncShows(context: ShowContext): Promise<void> {
  const { api, link, cache } = context;
  await readChanges(context);
  const waiting = await waitingShows(context);
  if (waiting.length === 0) return;
  const { showDays } = await api.call(siteCalls.info, {}, quiet);
  const oldest = context.now() - showDays * DAY_MS;
  for (const { line, mark } of waiting) {
    await forItem(context, line.presetName, async () => {
      const show = await summariseShow(link, line);
      // The show is older than the server's retention period; the server would delete it at once.
      if (show.endedAt < oldest) cache.setEntry('shows', line.showId, { revision: 0, mark: DO_NOT_SEND });
      else await save(context, show, mark);
      return true;
    });
  }
}

export interface WaitingShow {
  line: ShowLine;
  /** The cache entry's `mark` after the show is saved. */
  mark: string;
}

/** Returns the finished shows whose current state the account does not have, newest first. */
export async function waitingShows(
  context: Pick<ShowContext, 'link' | 'cache' | 'openShow'>,
): Promise<WaitingShow[]> {
  const { shows } = await context.link.call('show.list', {});
  const stage = context.openShow();
  const section = context.cache.section('shows');
  return shows.flatMap((line) => {
    if (line.rehearsal || line.startedAt === 0 || !syncIdSchema.safeParse(line.showId).success) return [];
    const isOnStage = line.showId === stage.showId;
    if (isOnStage && !stage.ended) return [];
    const mark = isOnStage ? `at ${stage.seq}` : 'closed';
    return needsSaving(section, line.showId, mark) ? [{ line, mark }] : [];
  });
}

function needsSaving(section: CacheSection, id: string, mark: string): boolean {
  const known = section.items[id]?.mark;
  return known !== DO_NOT_SEND && known !== mark;
}

/** Fetches the account's changes since the cursor and records each show's revision or deletion. */
async function readChanges({ api, cache }: ShowContext): Promise<void> {
  for (let more = true; more; ) {
    const { since } = cache.section('shows');
    const answer = await api.call(showCalls.changes, { params: { since } }, quiet);
    for (const { id, revision, deleted } of answer.changes) {
      const known = cache.section('shows').items[id];
      if (deleted) cache.setEntry('shows', id, { revision, mark: DO_NOT_SEND });
      else if (known?.mark === DO_NOT_SEND || known === undefined)
        cache.setEntry('shows', id, { revision, mark: '' });
    }
    cache.setCursor('shows', answer.next);
    more = answer.more;
  }
}

/**
 * Saves a show. A stored show with the same end time comes from the same journal and is overwritten. A stored show
 * with another end time was continued on another device, so it is a conflict and both are kept.
 */
async function save(context: ShowContext, item: Show, mark: string): Promise<void> {
  const { api, cache, device, onConflict } = context;
  const params = { id: item.id };
  const known = cache.section('shows').items[item.id];
  const stored = known === undefined ? null : await readStored(context, item.id);
  const isSameShow = stored?.item.endedAt === item.endedAt;
  const body = { baseRevision: isSameShow ? (stored?.revision ?? 0) : 0, item, device };
  const saved = await api.call(showCalls.save, { params, body }, { ...quiet, repeatable: true });
  cache.setEntry('shows', item.id, { revision: saved.current.revision, mark });
  if (saved.outcome === 'conflict' && saved.copy !== null) {
    onConflict({ name: saved.current.name, copy: saved.copy.name });
  }
}

/** Reads the account's copy of a show; null if the account has deleted it meanwhile. */
async function readStored({ api }: ShowContext, id: string) {
  try {
    return await api.call(showCalls.echo, { params: { id } }, quiet);
  } catch (error) {
    if (error instanceof ApiError && error.code === apiCodes.notFound) return null;
    throw error;
  }
}
