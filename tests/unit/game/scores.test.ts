import { describe, expect, it } from 'vitest';
import type { Preset } from '#shared/contract/preset.ts';
import type { DecreaseSettings } from '#shared/contract/rules.ts';
import { anchorScore, battleBar, breakthroughs, sideScore } from '#shared/game/round/view.ts';
import { CAT_PAWS, CROWN, preset, Show } from '#tests/support/show.ts';

const timed = (length: number, more: object = {}) => ({ round: { ...preset().round, length, ...more } });
const falling = (decrease: Partial<DecreaseSettings>, more: Partial<Preset> = {}) =>
  Show.inBattle({ ...timed(120), decrease: { ...preset().decrease, ...decrease }, ...more });
/** Gives votes to the attacker Mika and the defender Rei. */
const forMika = (show: Show, votes: number) => show.gift('aoi', { giftId: CAT_PAWS, repeat: votes });
const forRei = (show: Show, votes: number) => show.gift('ben', { giftId: CROWN, repeat: votes });

describe('bar of a battle', () => {
  it('shows each side’s share of both, and half and half at 0:0', () => {
    const show = Show.inBattle();
    expect(battleBar(show.round)).toEqual({ attackerTenths: 0, defenderTenths: 0, attackerShare: 0.5 });
    forMika(show, 3);
    forRei(show, 1);
    show.gift('chen', { repeat: 1000 });
    expect(battleBar(show.round)).toEqual({ attackerTenths: 30, defenderTenths: 10, attackerShare: 0.75 });
    expect(show.tenths('unallocated')).toBe(10_000);
  });
});

describe('decrease', () => {
  it('lowers a score by its rate each second after the wait without a gift, and never below 0', () => {
    const show = falling({ after: 5, perSecond: 3 });
    forMika(show, 10);
    show.pass(5000);
    expect(anchorScore(show.round, 'mika')).toBe(100);
    show.pass(1000);
    expect(anchorScore(show.round, 'mika')).toBe(70);
    show.pass(2000);
    expect(anchorScore(show.round, 'mika')).toBe(10);
    show.pass(9000);
    expect(anchorScore(show.round, 'mika')).toBe(0);
    expect(show.tenths('anchor:mika')).toBe(100);
    expect(show.round.attacker.votesTenths).toBe(100);
  });

  it('restarts the wait after a gift for the same anchor only', () => {
    const show = falling({ after: 5, perSecond: 1 });
    forMika(show, 10);
    forRei(show, 10);
    show.pass(4000);
    forMika(show, 1);
    show.pass(4000);
    expect(anchorScore(show.round, 'mika')).toBe(110);
    expect(anchorScore(show.round, 'rei')).toBe(70);
  });

  it('sets a score to 0 at once if the preset says so', () => {
    const show = falling({ after: 5, toZero: true });
    forMika(show, 10);
    show.pass(4999);
    expect(anchorScore(show.round, 'mika')).toBe(100);
    show.pass(1);
    expect(anchorScore(show.round, 'mika')).toBe(0);
    forMika(show, 2);
    expect(anchorScore(show.round, 'mika')).toBe(20);
  });

  it('is off at 0 seconds', () => {
    const show = falling({ after: 0, perSecond: 9 });
    forMika(show, 10);
    show.pass(100_000);
    expect(anchorScore(show.round, 'mika')).toBe(100);
  });

  it('stops while the round or the session is paused, and ends with the countdown', () => {
    const show = falling({ after: 5, perSecond: 1 }, timed(10, { delay: 30 }));
    forMika(show, 10);
    show.pass(4000);
    show.act('pause');
    show.pass(60_000);
    show.act('resume');
    show.pass(1000);
    show.tell({ command: 'session', action: 'pause' });
    show.pass(60_000);
    show.tell({ command: 'session', action: 'resume' });
    expect(anchorScore(show.round, 'mika')).toBe(100);
    show.pass(1000);
    expect(anchorScore(show.round, 'mika')).toBe(90);
    show.pass(4000);
    expect(show.round.phase).toBe('grace');
    show.pass(20_000);
    expect(anchorScore(show.round, 'mika')).toBe(50);
  });

  it('does not restart its wait after a correction', () => {
    const show = falling({ after: 5, perSecond: 1 });
    const row = show.gift('chen', { repeat: 10 });
    show.pass(30_000);
    show.reassign([row], 'anchor:mika');
    expect(anchorScore(show.round, 'mika')).toBe(100);
    show.pass(1000);
    expect(anchorScore(show.round, 'mika')).toBe(90);
  });

  it('decides the winner, but not the shared votes: 100 that fell to 60 lose to 70', () => {
    const show = falling({ after: 5, perSecond: 40 }, timed(6));
    forMika(show, 100);
    show.pass(1000);
    forRei(show, 70);
    show.pass(5000);
    expect(show.round.settlement).toMatchObject({
      outcome: 'defender',
      attackerTenths: 600,
      defenderTenths: 700,
      poolTenths: 1700,
      shares: [
        { anchorId: 'mika', votesTenths: 1000, scoreTenths: 600 },
        { anchorId: 'rei', votesTenths: 700, scoreTenths: 700 },
      ],
    });
  });

  it('does not change a side’s pool', () => {
    const show = falling({ after: 1, perSecond: 1 });
    show.reassign([show.gift('chen', { repeat: 10 })], 'attacker');
    show.pass(30_000);
    expect(sideScore(show.round, 'attacker')).toBe(100);
  });
});

describe('breakthrough', () => {
  it('begins when a score exceeds the clearance score, shows the excess, and lasts until the round ends', () => {
    const show = Show.inBattle(timed(60, { clearance: 10 }));
    forMika(show, 10);
    expect(breakthroughs(show.round)).toEqual([]);
    forMika(show, 1);
    expect(breakthroughs(show.round)).toEqual([{ scorer: 'attacker', overTenths: 10 }]);
    forMika(show, 4);
    expect(breakthroughs(show.round)).toEqual([{ scorer: 'attacker', overTenths: 50 }]);
    expect(show.round.phase).toBe('running');
    show.pass(60_000);
    expect(breakthroughs(show.round)).toEqual([]);
    expect(show.round.settlement?.cleared).toBe(true);
  });

  it('stays when the score falls again', () => {
    const show = falling({ after: 1, perSecond: 50 }, timed(60, { clearance: 10 }));
    forMika(show, 12);
    show.pass(10_000);
    expect(anchorScore(show.round, 'mika')).toBe(0);
    expect(breakthroughs(show.round)).toEqual([{ scorer: 'attacker', overTenths: 0 }]);
  });

  it('is taken back by a correction that removes the votes, and returns with them', () => {
    const show = falling({ after: 1, perSecond: 50 }, timed(60, { clearance: 10 }));
    forMika(show, 6);
    const row = forMika(show, 6);
    show.pass(10_000);
    show.reassign([row], 'unallocated');
    expect(breakthroughs(show.round)).toEqual([]);
    show.undo();
    expect(breakthroughs(show.round)).toHaveLength(1);
  });

  it('stays if only a correction has raised the score above the clearance score', () => {
    const show = falling({ after: 1, perSecond: 50 }, timed(60, { clearance: 10 }));
    const row = show.gift('chen', { repeat: 12 });
    show.reassign([row], 'anchor:mika');
    expect(breakthroughs(show.round)).toHaveLength(1);
    show.pass(10_000);
    expect(anchorScore(show.round, 'mika')).toBe(0);
    expect(breakthroughs(show.round)).toHaveLength(1);
  });

  it('needs another score above the clearance score after a correction has reverted it', () => {
    const show = falling({ after: 1, perSecond: 50 }, timed(60, { clearance: 10 }));
    const row = forMika(show, 12);
    show.pass(5000);
    show.reassign([row], 'unallocated');
    forMika(show, 3);
    expect(breakthroughs(show.round)).toEqual([]);
    forMika(show, 8);
    expect(breakthroughs(show.round)).toHaveLength(1);
    show.pass(10_000);
    expect(anchorScore(show.round, 'mika')).toBe(0);
    expect(breakthroughs(show.round)).toHaveLength(1);
  });

  it('does not come from a score that reached the clearance score, fell and grows a little', () => {
    const show = falling({ after: 1, perSecond: 2 }, timed(60, { clearance: 10 }));
    forMika(show, 10);
    show.pass(3000);
    expect(anchorScore(show.round, 'mika')).toBe(60);
    forMika(show, 2);
    expect(breakthroughs(show.round)).toEqual([]);
  });

  it('is not shown if the preset has it off, and needs a clearance score', () => {
    const off = Show.inBattle(timed(60, { clearance: 10, breakthrough: false }));
    forMika(off, 12);
    expect(breakthroughs(off.round)).toEqual([]);
    off.act('end');
    expect(off.round.settlement?.cleared).toBe(true);
    const none = Show.inBattle(timed(60));
    forMika(none, 10 ** 6);
    none.act('end');
    expect(none.round.settlement?.cleared).toBe(false);
  });
});
