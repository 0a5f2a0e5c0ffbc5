import { apiCodes } from '#shared/contract/api/call.ts';
import { siteCalls } from '#shared/contract/api/site.ts';
import { type Show, showCalls, syncIdSchema } from '#shared/contract/api/sync.ts';
import type { Show as ShowLine } from '#shared/contract/backstage.ts';
import type { Report, ReportViewer } from '#shared/contract/report.ts';
import { ApiError } from '../api/apiError.ts';
import type { BackstageLink } from '../platform/platform.ts';
import { type CacheSection, DO_NOT_SEND, forItem, type PassContext, quiet } from './syncCache.ts';

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

const VIEWERS_PER_CALL = 1000;
const MAX_VIEWERS = 5000;
const MAX_ANCHORS = 50;
const MAX_NAME_LENGTH = 100;
/** The server's limit is 2 MB for a show; the rest of a show needs far less than its viewers. */
const MAX_VIEWER_BYTES = 1_600_000;

/**
 * Builds the account's summary of a finished show from the backstage's reports.
 * @throws RingsideError if the backstage rejects a call or is unreachable
 */
async function summariseShow(link: Pick<BackstageLink, 'call'>, line: ShowLine): Promise<Show> {
  const { showId } = line;
  const { report } = await link.call('report.read', { showId, filter: {} });
  const nicknames = new Map(report.names.map(({ anchorId, nickname }) => [anchorId, nickname]));
  return {
    id: showId,
    name: nameOf(line),
    room: { username: line.username.slice(0, 64), nickname: '' },
    startedAt: startOf(line),
    endedAt: endOf(line, report),
    income: line.diamonds,
    gifts: line.gifts,
    givers: report.overview.givers,
    fans: null,
    anchors: report.anchors.slice(0, MAX_ANCHORS).map((anchor) => ({
      nickname: cleanName(nicknames.get(anchor.anchorId) ?? ''),
      income: anchor.diamonds,
      gifts: anchor.count,
      votesTenths: anchor.votesTenths,
      wins: anchor.rounds?.won ?? 0,
    })),
    viewers: await readViewers(link, showId),
  };
}

function nameOf({ presetName, username }: ShowLine): string {
  const parts = [presetName.trim(), username === '' ? '' : `@${username}`].filter((part) => part !== '');
  return parts.join(' · ').slice(0, 120).toWellFormed() || 'Ringside';
}

const startOf = ({ startedAt, createdAt }: ShowLine): number => Math.floor(startedAt || createdAt);

/** The end time; for a show that was never ended, the end of its last report interval. */
function endOf(line: ShowLine, { series }: Report): number {
  const lastSeen = series === null ? 0 : series.from + series.stepMs * intervalCount(series.lines);
  return Math.max(startOf(line), Math.floor(line.endedAt || lastSeen));
}

const intervalCount = (lines: readonly { votesTenths: readonly number[] }[]): number =>
  Math.max(0, ...lines.map(({ votesTenths }) => votesTenths.length));

/** Reads the viewers by descending diamonds, up to the account's limits in number and bytes. */
async function readViewers(link: Pick<BackstageLink, 'call'>, showId: string): Promise<Show['viewers']> {
  const read: Show['viewers'] = [];
  const encoder = new TextEncoder();
  let bytes = 0;
  for (let offset = 0; offset < MAX_VIEWERS; offset += VIEWERS_PER_CALL) {
    const { viewers, total } = await link.call('report.viewers', {
      showId,
      filter: {},
      sort: 'diamonds',
      offset,
      limit: VIEWERS_PER_CALL,
    });
    for (const viewer of viewers.map(toShowViewer)) {
      bytes += encoder.encode(JSON.stringify(viewer)).length + 1;
      if (bytes > MAX_VIEWER_BYTES) return read;
      read.push(viewer);
    }
    if (offset + VIEWERS_PER_CALL >= total) break;
  }
  return read;
}

const toShowViewer = ({
  viewerId,
  name,
  username,
  diamonds,
  count,
}: ReportViewer): Show['viewers'][number] => ({
  id: viewerId.slice(0, 32),
  nickname: cleanName(name),
  username: cleanName(username),
  income: diamonds,
  gifts: count,
});

const cleanName = (name: string): string => name.slice(0, MAX_NAME_LENGTH).toWellFormed().trim();
