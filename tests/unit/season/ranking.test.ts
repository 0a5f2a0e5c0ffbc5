import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorRanking } from '#shared/game/report.ts';
import { totals } from '#shared/game/selectors.ts';
import { anchorEntries, viewerEntries } from '#shared/season/entries.ts';
import { type SeasonEntry, seasonRanking } from '#shared/season/ranking.ts';
import { play, stepsArb } from '#tests/support/game.ts';

const entry = (id: string, votesTenths: number, more: Partial<SeasonEntry> = {}): SeasonEntry => ({
  id,
  name: id,
  account: '',
  count: 1,
  diamonds: votesTenths,
  votesTenths,
  rounds: 0,
  wins: 0,
  ...more,
});
const sum = (rows: readonly { votesTenths: number }[]) => rows.reduce((all, row) => all + row.votesTenths, 0);

describe('a ranking over several shows', () => {
  it('adds up to the tenth of a vote what the ledgers of random shows have, corrections included', () => {
    fc.assert(
      fc.property(fc.array(stepsArb, { minLength: 1, maxLength: 3 }), (all) => {
        const shows = all.map((steps, index) => ({ showId: `s${index}`, show: play(steps) }));
        const ranked = (entries: typeof anchorEntries) =>
          seasonRanking(shows.map(({ showId, show }) => ({ showId, entries: entries(show.state) })));
        const viewers = ranked(viewerEntries);
        const counted = shows.flatMap(({ show }) =>
          [...show.book.rows.values()].filter(({ target }) => target !== 'uncounted'),
        );
        expect(sum(viewers)).toBe(sum(counted));
        expect(sum(viewers)).toBe(sum(shows.map(({ show }) => totals(show.state).counted)));
        const anchors = ranked(anchorEntries);
        expect(sum(anchors)).toBe(sum(shows.flatMap(({ show }) => anchorRanking(show.state))));
        for (const row of [...anchors, ...viewers]) expect(sum(row.shows)).toBe(row.votesTenths);
      }),
      { numRuns: 100 },
    );
  });

  it('shares a rank between equal votes, and tells the rank in the period before', () => {
    const now = [{ showId: 's2', entries: [entry('a', 50), entry('b', 50), entry('c', 10), entry('d', 70)] }];
    const before = [{ showId: 's1', entries: [entry('c', 90), entry('a', 20)] }];
    const ranks = seasonRanking(now, before).map(({ name, rank, rankBefore }) => [name, rank, rankBefore]);
    expect(ranks).toEqual([
      ['d', 1, null],
      ['a', 2, 2],
      ['b', 2, null],
      ['c', 4, 1],
    ]);
  });

  it('knows an anchor by the account, whatever id a preset gave and whenever the account was entered', () => {
    const rows = seasonRanking([
      { showId: 's1', entries: [entry('x1', 10)] },
      { showId: 's2', entries: [entry('x1', 20, { account: 'Mika' })] },
      { showId: 's3', entries: [entry('y7', 30, { account: 'mika', name: 'Mika!' }), entry('z', 5)] },
    ]);
    expect(rows).toMatchObject([
      { name: 'Mika!', votesTenths: 60, shows: [{ showId: 's1' }, { showId: 's2' }, { showId: 's3' }] },
      { name: 'z', votesTenths: 5 },
    ]);
  });
});
