import { setTimeout as pause } from 'node:timers/promises';
import type { Show as ShowLine } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { MOST_SEASON_SHOWS, MOST_SEASON_VIEWERS, type Period, type Season } from '#shared/contract/season.ts';
import { anchorEntries, viewerEntries } from '#shared/season/entries.ts';
import { type SeasonShow, seasonRanking } from '#shared/season/ranking.ts';
import type { Core } from '../core.ts';
import { readSource } from './source.ts';

/** The pause between two shows (ms), because reading a show blocks the process. */
const PAUSE = 5;

interface ReadShow {
  line: ShowLine;
  /** The time from the start of the session to its end, or to the last input. */
  lengthMs: number;
  anchors: SeasonShow;
  viewers: SeasonShow;
}

/** Reads the shows of a period and of the one before, and ranks anchors and viewers. */
export async function readSeason(core: Core, period: Period, before: Period): Promise<Season> {
  const lines = core.archive.list(core.shows.current?.line ?? null).toReversed();
  const [earlier, now] = [await readShows(core, lines, before), await readShows(core, lines, period)];
  const anchors = seasonRanking(
    now.shows.map((show) => show.anchors),
    earlier.shows.map((show) => show.anchors),
  );
  const viewers = seasonRanking(
    now.shows.map((show) => show.viewers),
    earlier.shows.map((show) => show.viewers),
  );
  return {
    shows: now.shows.map(({ line: { showId, startedAt, username, presetName } }) => ({
      showId,
      startedAt,
      username,
      presetName,
    })),
    left: now.left,
    anchors,
    viewers: viewers.slice(0, MOST_SEASON_VIEWERS),
    givers: viewers.length,
  };
}

/** Reads the shows that began in a period, oldest first. A rehearsal and a show that never began do not count. */
export async function readShows(core: Core, lines: readonly ShowLine[], { from, until }: Period) {
  const chosen = lines.filter(
    ({ rehearsal, startedAt }) => !rehearsal && startedAt > 0 && startedAt >= from && startedAt < until,
  );
  const shows: ReadShow[] = [];
  for (const line of chosen.slice(-MOST_SEASON_SHOWS)) {
    const { showId } = line;
    try {
      await readSource(core, showId, ({ state, journal }) => {
        const [anchors, viewers] = [anchorEntries(state), viewerEntries(state)];
        const { startedAt, endedAt } = state;
        const lengthMs = Math.max(0, (endedAt > 0 ? endedAt : journal.lastAt()) - startedAt);
        shows.push({
          line,
          lengthMs,
          anchors: { showId, entries: anchors },
          viewers: { showId, entries: viewers },
        });
      });
    } catch (error) {
      if (!(error instanceof RingsideError)) throw error;
    }
    await pause(PAUSE);
  }
  return { shows, left: chosen.length - shows.length };
}
