import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RankingPage, rankingPageSchema } from '#shared/contract/overlay/widget.ts';
import { battleState } from '#tests/support/overlayShows.ts';
import { nameRoom } from '../../../overlay/widgets/ranking/nameRoom.ts';
import { rankingRows, shownSpan } from '../../../overlay/widgets/ranking/rankingRows.ts';

const page = (more: Partial<RankingPage> = {}) => rankingPageSchema.parse(more);
const lines = (rows: ReturnType<typeof rankingRows>) => rows.map(({ rank, name }) => `${rank} ${name}`);

describe('ranking rows', () => {
  it('sorts anchors by votes; equal ones share a rank', () => {
    const votes = [50, 90, 50, 0];
    const state = battleState({ names: ['Mika', 'Rei', 'Yuki', 'Aoi'], votes: (index) => votes[index] ?? 0 });
    expect(lines(rankingRows(state, page()))).toEqual(['1 Rei', '2 Mika', '2 Yuki', 'null Aoi']);
  });

  it('limits the number of rows', () => {
    const names = Array.from({ length: 12 }, (_, index) => `a${index}`);
    expect(rankingRows(battleState({ names }), page({ top: 3 }))).toHaveLength(3);
    expect(rankingRows(battleState({ names }), page({ top: 20, subject: 'users' }))).toHaveLength(12);
  });

  it('keeps viewers with equal names apart', () => {
    const rows = rankingRows(battleState({ names: ['Ai', 'Ai', 'Bo'] }), page({ subject: 'users' }));
    expect(rows.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
  });

  it('appends a row with unallocated votes for the whole show', () => {
    const state = battleState({ names: ['Mika', 'Rei'], votes: () => 400 });
    const { show } = state.totals;
    const open = { ...state, totals: { ...state.totals, show: { ...show, unallocatedTenths: 200 } } };
    const rows = rankingRows(open, page({ subject: 'votes', span: 'show' }));
    expect(rows.at(-1)).toMatchObject({ kind: 'unallocated', rank: null, votesTenths: 200, share: 0.2 });
    expect(rankingRows(open, page({ subject: 'votes', span: 'round' }))).toHaveLength(2);
  });

  it('shows the show instead of the round before the first round', () => {
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

  it('has no diamonds and counts for all shows', () => {
    const [first] = rankingRows(battleState({ names: ['Mika'] }), page({ span: 'all' }));
    expect(first).toMatchObject({ diamonds: null, count: null, votesTenths: 1235 });
  });

  it('is sorted and has shares from 0 to 1 for any votes', () => {
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

  it('is empty without a state', () => {
    expect(rankingRows({}, page())).toEqual([]);
    expect(rankingRows({}, page({ subject: 'gifts' }))).toEqual([]);
  });
});

describe('room for a name in a ranking', () => {
  const beside = { votes: '9,999,999', diamonds: '9,999,999', count: '×9,999', streak: '', mark: '' };

  it('has eight full-width letters beside seven digits', () => {
    expect(nameRoom(page(), beside)).toBeGreaterThan(8);
  });

  it('shrinks with each number, streak and mark beside the name', () => {
    const small = { ...beside, votes: '1', diamonds: '1', count: '×1' };
    const all = page({ content: ['rank', 'avatar', 'name', 'votes', 'diamonds', 'count', 'streak'] });
    expect(nameRoom(all, beside)).toBeLessThan(nameRoom(all, small));
    expect(nameRoom(all, { ...beside, streak: '3 wins' })).toBeLessThan(nameRoom(all, beside));
    expect(nameRoom(page(), { ...beside, streak: '3 wins' })).toBe(nameRoom(page(), beside));
    expect(nameRoom(page(), { ...beside, mark: 'Out' })).toBeLessThan(nameRoom(page(), beside));
  });
});
