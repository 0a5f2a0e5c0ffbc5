import type { Show } from '#shared/contract/api/sync.ts';
import type { Show as ShowLine } from '#shared/contract/backstage.ts';
import type { Report, ReportViewer } from '#shared/contract/report.ts';
import type { BackstageLink } from '../platform/platform.ts';

const VIEWERS_AT_ONCE = 1000;
const MOST_VIEWERS = 5000;
const MOST_ANCHORS = 50;
const LONGEST_PERSON = 100;
/** The server takes 2 MB in all; the rest of a show is small beside its viewers. */
const MOST_VIEWER_BYTES = 1_600_000;

/** What an account keeps of a finished show, read from its journal. Rejects with a RingsideError. */
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
    anchors: report.anchors.slice(0, MOST_ANCHORS).map((anchor) => ({
      nickname: person(nicknames.get(anchor.anchorId) ?? ''),
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

/** A show that was left without an end ended with the last that came in. */
function endOf(line: ShowLine, { series }: Report): number {
  const lastSeen = series === null ? 0 : series.from + series.stepMs * longest(series.lines);
  return Math.max(startOf(line), Math.floor(line.endedAt || lastSeen));
}

const longest = (lines: readonly { votesTenths: readonly number[] }[]): number =>
  Math.max(0, ...lines.map(({ votesTenths }) => votesTenths.length));

/** Those who gave most, as many as an account keeps and the server takes at once. */
async function readViewers(link: Pick<BackstageLink, 'call'>, showId: string): Promise<Show['viewers']> {
  const kept: Show['viewers'] = [];
  const encoder = new TextEncoder();
  let bytes = 0;
  for (let offset = 0; offset < MOST_VIEWERS; offset += VIEWERS_AT_ONCE) {
    const { viewers, total } = await link.call('report.viewers', {
      showId,
      filter: {},
      sort: 'diamonds',
      offset,
      limit: VIEWERS_AT_ONCE,
    });
    for (const viewer of viewers.map(giver)) {
      bytes += encoder.encode(JSON.stringify(viewer)).length + 1;
      if (bytes > MOST_VIEWER_BYTES) return kept;
      kept.push(viewer);
    }
    if (offset + VIEWERS_AT_ONCE >= total) break;
  }
  return kept;
}

const giver = ({ viewerId, name, username, diamonds, count }: ReportViewer): Show['viewers'][number] => ({
  id: viewerId.slice(0, 32),
  nickname: person(name),
  username: person(username),
  income: diamonds,
  gifts: count,
});

const person = (name: string): string => name.slice(0, LONGEST_PERSON).toWellFormed().trim();
