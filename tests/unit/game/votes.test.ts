import { describe, expect, it } from 'vitest';
import { hasTenths, ranking, standings, totals } from '#shared/game/selectors.ts';
import { CAT_PAWS, CROWN, LION, preset, ROSE, Show } from '#tests/support/show.ts';

const score = (more: object) => preset({ score: { ...preset().score, ...more } });

describe('value of a gift', () => {
  it('is one vote a diamond by default', () => {
    const show = Show.started();
    show.gift('aoi', { diamonds: 99, repeat: 2 });
    expect(show.tenths('unallocated')).toBe(1980);
  });

  it('is exact in tenths: three Roses at 1.5 are 4.5', () => {
    const show = Show.started(score({ multiplierTenths: 15 }));
    show.combo('aoi', 1);
    show.combo('aoi', 2);
    show.combo('aoi', 3);
    expect(show.tenths('unallocated')).toBe(45);
  });

  it('has tenths while the multiplier or any sum has tenths', () => {
    expect(hasTenths(Show.started().state)).toBe(false);
    const show = Show.started(score({ multiplierTenths: 15 }));
    expect(hasTenths(show.state)).toBe(true);
    show.gift('aoi');
    show.tell({ command: 'choosePreset', preset: preset() });
    expect(hasTenths(show.state)).toBe(true);
  });

  it('is one vote a piece when counted by number', () => {
    const show = Show.started(score({ by: 'count' }));
    show.gift('aoi', { diamonds: 29_999, giftId: LION, repeat: 2 });
    expect(show.tenths('unallocated')).toBe(20);
  });

  it('is its points when counted by points, and 0 for gifts without points', () => {
    const show = Show.started(score({ by: 'points', points: { [ROSE]: 3 }, multiplierTenths: 20 }));
    show.gift('aoi', { repeat: 2 });
    show.gift('aoi', { giftId: LION, diamonds: 29_999 });
    expect(show.tenths('unallocated')).toBe(120);
    expect(show.state.seen).toEqual({ count: 3, diamonds: 30_001, votesTenths: 120 });
  });

  it('does not change with another preset, not even within a combo', () => {
    const show = Show.started();
    const row = show.combo('aoi', 2);
    show.tell({ command: 'choosePreset', preset: score({ multiplierTenths: 30 }) });
    show.combo('aoi', 3);
    expect(show.book.row(row)).toMatchObject({ count: 3, votesTenths: 50 });
  });

  it('is at least one gift for a single message', () => {
    const show = Show.started();
    show.gift('aoi', { repeat: 0 });
    expect(show.state.seen.count).toBe(1);
  });
});

describe('totals', () => {
  it('contain counted and uncounted gifts and the number of givers', () => {
    const show = Show.ready();
    show.gift('aoi', { repeat: 4 });
    show.tell({ command: 'session', action: 'start' });
    show.gift('ben', { giftId: CROWN, diamonds: 99 });
    show.gift('chen', { repeat: 2 });
    expect(totals(show.state)).toEqual({
      counted: { count: 3, diamonds: 101, votesTenths: 1010 },
      unallocated: { count: 2, diamonds: 2, votesTenths: 20, rows: 1 },
      uncounted: { count: 4, diamonds: 4, votesTenths: 40, rows: 1 },
      seen: { count: 7, diamonds: 105, votesTenths: 1050 },
      givers: 3,
    });
  });
});

describe('anchors', () => {
  const places = (list: ReturnType<typeof standings>) =>
    list.map(({ anchorId, votesTenths, rank }) => `${rank} ${anchorId} ${votesTenths}`);

  it('are in the order of the preset with votes and rank; equal votes share a rank', () => {
    const show = Show.started();
    expect(places(standings(show.state))).toEqual(['1 mika 0', '1 rei 0', '1 yuki 0']);
    show.gift('aoi', { giftId: CROWN, diamonds: 9 });
    show.gift('ben', { to: { id: '7003', username: '' }, diamonds: 9 });
    show.gift('chen', { giftId: CAT_PAWS, diamonds: 5 });
    expect(places(standings(show.state))).toEqual(['3 mika 50', '1 rei 90', '1 yuki 90']);
    expect(places(ranking(show.state))).toEqual(['1 rei 90', '1 yuki 90', '3 mika 50']);
  });

  it('come last if they have left the preset with votes', () => {
    const show = Show.started();
    show.gift('aoi', { giftId: CROWN, diamonds: 9 });
    show.tell({ command: 'choosePreset', preset: preset({ anchors: preset().anchors.slice(0, 1) }) });
    const list = standings(show.state);
    expect(places(list)).toEqual(['2 mika 0', '1 rei 90']);
    expect(list.map(({ anchor }) => anchor?.nickname ?? null)).toEqual(['mika', null]);
    expect(list.map(({ former }) => former?.nickname ?? null)).toEqual([null, 'rei']);
  });

  it('who have left are in the order of their ids', () => {
    const show = Show.started();
    show.gift('aoi', { giftId: CROWN });
    show.gift('ben', { giftId: CAT_PAWS });
    show.tell({ command: 'choosePreset', preset: preset({ anchors: [] }) });
    expect(places(standings(show.state))).toEqual(['1 mika 10', '1 rei 10']);
  });
});
