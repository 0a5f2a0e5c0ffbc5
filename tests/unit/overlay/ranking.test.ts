import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RankingPage, rankingPageSchema } from '#shared/contract/overlay/widget.ts';
import { battleState } from '#tests/support/overlayShows.ts';
import { rankingRows, shownSpan } from '../../../overlay/widgets/ranking/rankingRows.ts';

const page = (more: Partial<RankingPage> = {}) => rankingPageSchema.parse(more);
const lines = (rows: ReturnType<typeof rankingRows>) => rows.map(({ rank, name }) => `${rank} ${name}`);

describe('a ranking on a stream', () => {
  it('has the anchors by votes; equal ones share a rank in the order of the preset', () => {
    const votes = [50, 90, 50, 0];
    const state = battleState({ names: ['Mika', 'Rei', 'Yuki', 'Aoi'], votes: (index) => votes[index] ?? 0 });
    expect(lines(rankingRows(state, page()))).toEqual(['1 Rei', '2 Mika', '2 Yuki', 'null Aoi']);
  });

  it('shows the first n and no more', () => {
    const names = Array.from({ length: 12 }, (_, index) => `a${index}`);
    expect(rankingRows(battleState({ names }), page({ top: 3 }))).toHaveLength(3);
    expect(rankingRows(battleState({ names }), page({ top: 20, subject: 'users' }))).toHaveLength(12);
  });

  it('keeps two viewers of one name as two, each in its row', () => {
    const rows = rankingRows(battleState({ names: ['Ai', 'Ai', 'Bo'] }), page({ subject: 'users' }));
    expect(rows.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
  });

  it('has what is nobody’s on a line of its own, where votes of the whole show are shown', () => {
    const state = battleState({ names: ['Mika', 'Rei'], votes: () => 400 });
    const { show } = state.totals;
    const open = { ...state, totals: { ...state.totals, show: { ...show, unallocatedTenths: 200 } } };
    const rows = rankingRows(open, page({ subject: 'votes', span: 'show' }));
    expect(rows.at(-1)).toMatchObject({ kind: 'unallocated', rank: null, votesTenths: 200, share: 0.2 });
    expect(rankingRows(open, page({ subject: 'votes', span: 'round' }))).toHaveLength(2);
  });

  it('of the round shows the show so far until there was a first round', () => {
    const state = battleState({ names: ['Mika', 'Rei'] });
    const scores = Object.fromEntries(
      Object.entries(state.scores).map(([id, score]) => [id, { ...score, roundTenths: 0, roundCount: 0 }]),
    );
    const votes = (round: typeof state.round) => {
      const rows = rankingRows({ ...state, scores, round }, page({ span: 'round' }));
      return rows.map(({ votesTenths }) => votesTenths);
    };
    expect(votes({})).toEqual([2470, 1235]);
    expect(votes(state.round)).toEqual([0, 0]);
    expect(shownSpan({ ...state, round: {} }, page({ span: 'round' }))).toBe('show');
    expect(shownSpan(state, page({ span: 'round' }))).toBe('round');
    expect(shownSpan({ ...state, round: {} }, page({ span: 'all' }))).toBe('all');
  });

  it('knows no diamonds and no counts of all time', () => {
    const [first] = rankingRows(battleState({ names: ['Mika'] }), page({ span: 'all' }));
    expect(first).toMatchObject({ diamonds: null, count: null, votesTenths: 1235 });
  });

  it('is in order, with shares from 0 to 1, whatever the votes are', () => {
    const tenths = fc.integer({ min: 0, max: 99_999_999 });
    fc.assert(
      fc.property(
        fc.array(tenths, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('anchors', 'votes'),
        (votes, subject) => {
          const state = battleState({
            names: votes.map((_, index) => `n${index}`),
            votes: (i) => votes[i] ?? 0,
          });
          const rows = rankingRows(state, page({ subject, span: 'show', top: 20 }));
          for (const [index, row] of rows.entries()) {
            expect(row.share).toBeGreaterThanOrEqual(0);
            expect(row.share).toBeLessThanOrEqual(1);
            expect(row.votesTenths).toBeLessThanOrEqual(rows[index - 1]?.votesTenths ?? row.votesTenths);
            if (row.rank !== null) expect(row.rank).toBeLessThanOrEqual(index + 1);
          }
        },
      ),
    );
  });

  it('is empty before the hub has told anything', () => {
    expect(rankingRows({}, page())).toEqual([]);
    expect(rankingRows({}, page({ subject: 'gifts' }))).toEqual([]);
  });
});
