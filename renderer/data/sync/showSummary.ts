import type { Show } from '#shared/contract/api/sync.ts';
import type { Show as ShowLine } from '#shared/contract/backstage.ts';
import type { Report, ReportViewer } from '#shared/contract/report.ts';
import type { BackstageLink } from '../platform/platform.ts';

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
export async function summariseShow(link: Pick<BackstageLink, 'call'>, line: ShowLine): Promise<Show> {
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
