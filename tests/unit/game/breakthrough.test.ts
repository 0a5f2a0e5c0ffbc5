import { describe, expect, it } from 'vitest';
import type { DecreaseSettings } from '#shared/contract/rules.ts';
import { anchorScore, breakthroughs } from '#shared/game/round/view.ts';
import { anchor, CAT_PAWS, CROWN, preset, Show } from '#tests/support/show.ts';

/** The clearance score of these rounds is 10 votes. */
const clearance = { round: { ...preset().round, length: 300, clearance: 10 } };
const falling = (perSecond: number, more: Partial<DecreaseSettings> = {}) =>
  Show.inBattle({ ...clearance, decrease: { ...preset().decrease, after: 1, perSecond, ...more } });
/** Gives votes to the attacker Mika and the defender Rei. */
const forMika = (show: Show, votes: number) => show.gift('aoi', { giftId: CAT_PAWS, repeat: votes });
const forRei = (show: Show, votes: number) => show.gift('ben', { giftId: CROWN, repeat: votes });
const scorers = (show: Show) => breakthroughs(show.round).map(({ scorer }) => scorer);

describe('breakthrough', () => {
  it('is lost by a correction only when the remaining votes cannot make the score that it came with', () => {
    const show = falling(3);
    const rows = [forMika(show, 2), forMika(show, 3), forMika(show, 9)];
    show.pass(2000);
    // The breakthrough came with 14 votes before any decrease; 11 of them are enough.
    expect(anchorScore(show.round, 'mika')).toBe(110);
    show.pass(2000);
    show.reassign(rows.slice(1, 2), 'unallocated');
    expect(scorers(show)).toEqual(['attacker']);
    show.reassign(rows.slice(0, 1), 'unallocated');
    expect(scorers(show)).toEqual([]);
  });

  it('from a score that had fallen is lost when the votes no longer exceed the clearance score', () => {
    const show = falling(2);
    forMika(show, 9);
    show.pass(2000);
    const rows = [forMika(show, 1), forMika(show, 3)];
    // 13 votes minus a decrease of 2 are 11.
    expect(scorers(show)).toEqual(['attacker']);
    show.pass(20_000);
    expect(anchorScore(show.round, 'mika')).toBe(0);
    expect(scorers(show)).toEqual(['attacker']);
    show.reassign(rows.slice(0, 1), 'unallocated');
    expect(scorers(show)).toEqual([]);
  });

  it('stays when a correction removes only votes that the decrease had already removed', () => {
    const show = Show.started(
      preset({
        ...clearance,
        mode: 'battle',
        anchors: [
          anchor('mika', { gift: { ids: [CAT_PAWS] } }),
          anchor('rei', { gift: { ids: [CROWN] } }),
          anchor('yuki'),
        ],
        decrease: { ...preset().decrease, after: 1, perSecond: 50 },
      }),
    );
    show.tell({ command: 'prepare', attacker: ['mika', 'rei'], defender: ['yuki'] });
    show.act('start');
    const fallen = forMika(show, 5);
    show.pass(3000);
    forRei(show, 15);
    expect(scorers(show)).toEqual(['attacker']);
    show.reassign([fallen], 'unallocated');
    expect(breakthroughs(show.round)).toEqual([{ scorer: 'attacker', overTenths: 50 }]);
    show.pass(10_000);
    expect(anchorScore(show.round, 'rei')).toBe(0);
    expect(scorers(show)).toEqual(['attacker']);
  });

  it('of one side does not count for the other side, whose score never exceeded the clearance score', () => {
    const show = falling(2);
    forRei(show, 11);
    forMika(show, 10);
    show.pass(2000);
    forMika(show, 2);
    expect(anchorScore(show.round, 'mika')).toBe(100);
    show.pass(2000);
    forMika(show, 1);
    expect(anchorScore(show.round, 'mika')).toBe(90);
    expect(scorers(show)).toEqual(['defender']);
  });

  it('does not come from a score that falls and grows below the clearance score, however many votes arrive', () => {
    const show = falling(2);
    forMika(show, 10);
    show.pass(3000);
    show.pass(1000);
    forMika(show, 2);
    show.pass(2000);
    forMika(show, 3);
    expect(anchorScore(show.round, 'mika')).toBe(70);
    expect(scorers(show)).toEqual([]);
  });

  it('returns with an undo of its correction, even if the score has decreased meanwhile', () => {
    const show = falling(2);
    const row = forMika(show, 12);
    forMika(show, 3);
    expect(scorers(show)).toEqual(['attacker']);
    show.reassign([row], 'unallocated');
    expect(scorers(show)).toEqual([]);
    show.pass(5000);
    show.undo();
    expect(scorers(show)).toEqual(['attacker']);
  });

  it('of an anchor in a normal round stays when the score falls', () => {
    const show = Show.started(
      preset({
        ...clearance,
        mode: 'normal',
        decrease: { ...preset().decrease, after: 1, perSecond: 50, toZero: false },
      }),
    );
    show.tell({ command: 'prepare' });
    show.act('start');
    forMika(show, 12);
    forRei(show, 9);
    expect(scorers(show)).toEqual(['anchor:mika']);
    show.pass(10_000);
    expect(anchorScore(show.round, 'mika')).toBe(0);
    expect(scorers(show)).toEqual(['anchor:mika']);
  });

  it('of an anchor in a normal round returns with an undo, even if the score has decreased meanwhile', () => {
    const show = Show.started(
      preset({ ...clearance, mode: 'normal', decrease: { after: 1, perSecond: 2, toZero: false } }),
    );
    show.tell({ command: 'prepare' });
    show.act('start');
    const row = forMika(show, 12);
    show.reassign([row], 'unallocated');
    forMika(show, 3);
    show.pass(5000);
    show.undo();
    expect(scorers(show)).toEqual(['anchor:mika']);
  });

  it('of a side comes from the votes of its anchors together', () => {
    const show = Show.started(
      preset({ ...clearance, mode: 'battle', decrease: { after: 1, perSecond: 50, toZero: false } }),
    );
    show.tell({ command: 'prepare', attacker: ['mika', 'rei'], defender: ['yuki'] });
    show.act('start');
    forMika(show, 6);
    forRei(show, 6);
    expect(scorers(show)).toEqual(['attacker']);
    show.pass(10_000);
    expect(scorers(show)).toEqual(['attacker']);
  });
});
