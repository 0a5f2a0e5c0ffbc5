import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { PastShows } from '#backstage/overlay/past/pastShows.ts';
import { sumsOfShow } from '#backstage/overlay/past/showSums.ts';
import type { OptionsOf } from '#shared/contract/overlay/widget.ts';
import { widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';
import type { GameState } from '#shared/game/state.ts';
import { noPastSums, type PastSums } from '#shared/overlay/allTime.ts';
import { sectionsOf } from '#shared/overlay/change.ts';
import { periodRankKey, periodRanksOf } from '#shared/overlay/periodRankSpec.ts';
import { anchorEntries, viewerEntries } from '#shared/season/entries.ts';
import { seasonRanking } from '#shared/season/ranking.ts';
import { anchor, CAT_PAWS, CROWN, preset, Show } from '#tests/support/show.ts';
import { rankingRows } from '../../../overlay/widgets/ranking/rankingRows.ts';
import { Watched } from './watched.ts';

const DAY = 24 * 3_600_000;

function rankingOf(page: object, more: object = {}): OptionsOf<'ranking'> {
  const options = widgetOptionsSchema.parse({ kind: 'ranking', a: page, ...more });
  if (options.kind !== 'ranking') throw new TypeError('the options are of another kind');
  return options;
}

/** A show that starts at a time and gets gifts: viewer, gift, pieces. */
function showAt(at: number, gifts: readonly [string, number, number][], chosen = preset()): Show {
  const show = Show.ready(chosen);
  show.now = at;
  show.tell({ command: 'session', action: 'start' });
  for (const [viewer, giftId, count] of gifts) show.combo(viewer, count, { giftId });
  return show;
}

/** The rows of the first page of a ranking, as a page draws them. */
function rowsOf(show: Show, past: PastSums, options: OptionsOf<'ranking'>) {
  const rows = () => {
    const watched = new Watched(past, show.inputs);
    watched.view.setPeriodRanks(periodRanksOf(options));
    return rankingRows(watched.view.build(sectionsOf(options)).state, options.a, options.zone);
  };
  rows();
  if (past instanceof PastShows) addUp(past);
  return rows();
}

function addUp(past: PastShows): void {
  while (past.isWaiting) past.addUpNext();
}

const names = (rows: readonly { name: string; votesTenths: number }[]) =>
  rows.map(({ name, votesTenths }) => [name, votesTenths / 10]);

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function pastOf(shows: readonly { state: GameState }[], onWaiting?: () => void): PastShows {
  const folder = mkdtempSync(join(tmpdir(), 'period-ranks-'));
  const past = new PastShows(folder, onWaiting);
  ends.push(() => {
    past.close();
    rmSync(folder, { recursive: true });
  });
  for (const [index, { state }] of shows.entries()) past.add(`show-${index}`, sumsOfShow(state));
  return past;
}

/** Monday the 5th of a month, noon in UTC. */
const monday = Date.UTC(2026, 9, 5, 12);
const shows = () => ({
  lastMonth: showAt(monday - 6 * DAY, [['dora', CROWN, 9]]),
  sunday: showAt(monday - DAY, [
    ['aoi', CAT_PAWS, 30],
    ['ben', CROWN, 2],
  ]),
  morning: showAt(monday - 3_600_000, [['ben', CAT_PAWS, 5]]),
  open: showAt(monday, [
    ['aoi', CAT_PAWS, 4],
    ['chen', CAT_PAWS, 1],
  ]),
});

describe('ranking of a period', () => {
  it('adds the shows of the day, the week or the month to the running one', () => {
    const { lastMonth, sunday, morning, open } = shows();
    const past = pastOf([lastMonth, sunday, morning]);
    const users = (span: string) =>
      rowsOf(open, past, rankingOf({ subject: 'users', span }, { zone: 'UTC' })).map(({ name, count }) => [
        name,
        count,
      ]);
    expect(users('day')).toEqual([
      ['BEN', 5],
      ['AOI', 4],
      ['CHEN', 1],
    ]);
    expect(users('week')).toEqual(users('day'));
    expect(new Map(users('month').map(([name, count]) => [name, count]))).toEqual(
      new Map([
        ['BEN', 7],
        ['AOI', 34],
        ['CHEN', 1],
      ]),
    );
  });

  it('has the numbers of the Data Report, for anchors, viewers and gifts', () => {
    const { lastMonth, sunday, morning, open } = shows();
    const past = pastOf([lastMonth, sunday, morning]);
    const inMonth = [sunday, morning, open];
    const page = (subject: string) =>
      rowsOf(open, past, rankingOf({ subject, span: 'month', top: 20 }, { zone: 'UTC' }));
    const report = (entriesOf: typeof anchorEntries) =>
      seasonRanking(
        inMonth.map(({ state }, index) => ({ showId: String(index), entries: entriesOf(state) })),
      );
    const numbers = ({ name, votesTenths, diamonds, count }: ReturnType<typeof page>[number]) => ({
      name,
      votesTenths,
      diamonds,
      count,
    });
    expect(page('anchors').map(numbers)).toEqual(
      report(anchorEntries).map(({ name, votesTenths, diamonds, count }) => ({
        name,
        votesTenths,
        diamonds,
        count,
      })),
    );
    expect(names(page('users'))).toEqual(names(report(viewerEntries)));
    const gifts = new Map<number, number>();
    for (const { state } of inMonth) {
      for (const { id, count } of state.gifts.values()) gifts.set(id, (gifts.get(id) ?? 0) + count);
    }
    expect(
      page('gifts')
        .map(({ count }) => count)
        .sort(),
    ).toEqual([...gifts.values()].sort());
  });

  it('counts one account once, and lists anchors of earlier presets with their votes', () => {
    const yuki = (id: string) =>
      anchor(id, { nickname: 'Yuki', username: 'Yuki.Live', gift: { ids: [CROWN] } });
    const earlier = showAt(
      monday - DAY,
      [
        ['aoi', CROWN, 1],
        ['aoi', CAT_PAWS, 1],
      ],
      preset({ anchors: [yuki('old'), anchor('kai', { gift: { ids: [CAT_PAWS] } }), anchor('idle')] }),
    );
    const open = showAt(monday, [['ben', CROWN, 1]], preset({ anchors: [yuki('new'), anchor('sora')] }));
    const rows = rowsOf(open, pastOf([earlier]), rankingOf({ span: 'month' }, { zone: 'UTC' }));
    expect(rows.map(({ name, count, rank }) => [name, count, rank])).toEqual([
      ['Yuki', 2, 1],
      ['kai', 1, 2],
      ['sora', 0, null],
    ]);
    expect(rows.map(({ avatar }) => avatar)).toEqual([
      '/overlay/picture/new',
      '/overlay/picture/kai',
      '/overlay/picture/sora',
    ]);
  });

  it('counts the running show in a season only if it began within it', () => {
    const { sunday, morning, open } = shows();
    const past = pastOf([sunday, morning]);
    const season = (from: number, until: number) =>
      rankingOf({
        subject: 'users',
        span: 'season',
        season: { id: 'autumn', name: 'Autumn', period: { from, until } },
      });
    const counts = (options: OptionsOf<'ranking'>) =>
      Object.fromEntries(rowsOf(open, past, options).map(({ name, count }) => [name, count]));
    expect(counts(season(monday - 2 * DAY, monday))).toEqual({ AOI: 30, BEN: 7 });
    expect(counts(season(monday - 2 * DAY, monday + DAY))).toEqual({ AOI: 34, BEN: 7, CHEN: 1 });
    expect(counts(season(monday + DAY, monday + 2 * DAY))).toEqual({});
  });

  it('grows with each gift, and follows a show that is added or deleted', () => {
    const { sunday, morning, open } = shows();
    const past = pastOf([sunday, morning]);
    const options = rankingOf({ subject: 'users', span: 'month' }, { zone: 'UTC' });
    rowsOf(open, past, options);
    const watched = new Watched(past, open.inputs);
    watched.view.setPeriodRanks(periodRanksOf(options));
    const countOf = (name: string) => {
      const { state } = watched.view.build(sectionsOf(options));
      return rankingRows(state, options.a, options.zone).find((row) => row.name === name)?.count;
    };
    expect(countOf('CHEN')).toBe(1);
    const told = open.inputs.length;
    open.combo('chen', 50, { giftId: CAT_PAWS });
    watched.take(open.inputs.slice(told));
    expect(countOf('CHEN')).toBe(50);
    past.remove('show-0', sumsOfShow(sunday.state));
    expect(past.isWaiting).toBe(false);
    expect(rowsOf(open, past, options).find(({ name }) => name === 'AOI')?.count).toBe(4);
    past.add('show-0', sumsOfShow(sunday.state));
    expect(past.isWaiting).toBe(false);
    expect(rowsOf(open, past, options).find(({ name }) => name === 'AOI')?.count).toBe(34);
  });

  it('adds up the viewers show by show, and shows none of the past before it has all', () => {
    const { sunday, morning, open } = shows();
    let calls = 0;
    const past = pastOf([sunday, morning], () => {
      calls += 1;
    });
    const period = { from: monday - 2 * DAY, until: monday + DAY };
    const sums = past.within(period);
    expect([calls, sums.topViewers(20), sums.viewer('aoi')]).toEqual([1, [], null]);
    expect(past.addUpNext()).toBe(false);
    expect(sums.topViewers(20)).toEqual([]);
    past.add('late', sumsOfShow(open.state));
    expect([past.addUpNext(), past.addUpNext()]).toEqual([false, true]);
    expect(names(sums.topViewers(20))).toEqual([
      ['AOI', 34],
      ['BEN', 7],
      ['CHEN', 1],
    ]);
    past.clear();
    expect(sums.topViewers(20)).toEqual([]);
  });

  it('shows the running show alone in a rehearsal, and ends with its day while no show is open', () => {
    const { open } = shows();
    const options = rankingOf({ subject: 'users', span: 'day' }, { zone: 'UTC' });
    expect(rowsOf(open, noPastSums, options)).toHaveLength(2);
    const watched = new Watched();
    watched.view.setPeriodRanks(periodRanksOf(options));
    expect(watched.view.build(sectionsOf(options)).changeAt).toBe(DAY);
  });

  it('is sent once for two widgets that show the same, whatever their looks are', () => {
    const [first, second] = [
      rankingOf({ span: 'month', top: 3 }, { zone: 'Asia/Tokyo' }),
      rankingOf({ subject: 'votes', span: 'month', name: 'Ours' }, { zone: 'Asia/Tokyo' }),
    ].flatMap(periodRanksOf);
    expect(first && periodRankKey(first)).toBe(second && periodRankKey(second));
    expect(periodRanksOf(rankingOf({ span: 'season' }))).toEqual([]);
  });
});
