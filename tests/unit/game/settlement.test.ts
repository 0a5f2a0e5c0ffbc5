import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BattleSettings } from '#shared/contract/rules.ts';
import { equally, inProportion } from '#shared/game/round/shares.ts';
import { isOutdated, outOf, streakOf } from '#shared/game/round/view.ts';
import { anchor, preset, Show } from '#tests/support/show.ts';

/** Four anchors, each with a gift of its own: 1, 2, 3 and 4. */
const anchors = ['mika', 'rei', 'yuki', 'sora'].map((id, index) =>
  anchor(id, { gift: { ids: [index + 1] } }),
);

/** A battle of Mika and Rei against Yuki and Sora; `given` in votes for each, then for each side's pool. */
function played(battle: Partial<BattleSettings>, given: number[], pools: [number, number] = [0, 0]): Show {
  const show = Show.started(preset({ mode: 'battle', anchors, battle: { ...preset().battle, ...battle } }));
  round(show, given, pools);
  return show;
}

function round(show: Show, given: number[], [attacker, defender]: [number, number] = [0, 0]): void {
  show.tell({ command: 'prepare', attacker: ['mika', 'rei'], defender: ['yuki', 'sora'] });
  show.act('start');
  give(show, given);
  if (attacker > 0) show.reassign([show.gift('pool', { repeat: attacker })], 'attacker');
  if (defender > 0) show.reassign([show.gift('pool', { repeat: defender })], 'defender');
  show.act('end');
}

function give(show: Show, given: number[]): void {
  given.forEach((votes, index) => {
    if (votes > 0) show.gift(`fan${index}`, { giftId: index + 1, repeat: votes });
  });
}

const shares = (show: Show) => show.round.settlement?.shares.map(({ votesTenths }) => votesTenths / 10);
const outcome = (show: Show) => show.round.settlement?.outcome;
const streaks = (show: Show) => anchors.map(({ id }) => streakOf(show.state, id));
const out = (show: Show) => anchors.filter(({ id }) => outOf(show.state, id) !== null).map(({ id }) => id);

describe('votes are shared out', () => {
  it('by votes: each its own, and the pool in proportion with the largest remainder', () => {
    expect(shares(played({}, [20, 10, 7, 0], [10, 5]))).toEqual([27, 13, 12, 0]);
    expect(shares(played({}, [10, 20, 0, 0], [10, 0]))).toEqual([13, 27, 0, 0]);
  });

  it('by votes: remainders that are equal go by the list, and a pool at 0:0 equally', () => {
    expect(shares(played({}, [5, 5, 0, 0], [3, 5]))).toEqual([7, 6, 3, 2]);
  });

  it('equally, what is left over to those with the most votes', () => {
    const split = { distribution: 'equalSplit' } as const;
    expect(shares(played(split, [1, 10, 0, 0], [0, 3]))).toEqual([5, 6, 2, 1]);
    expect(shares(played(split, [4, 4, 2, 9]))).toEqual([4, 4, 5, 6]);
  });

  it('all to the defender, of both sides, win or lose, and not the unallocated', () => {
    const single = Show.started(
      preset({ mode: 'battle', anchors, battle: { ...preset().battle, distribution: 'allToDefender' } }),
    );
    single.tell({ command: 'prepare', attacker: ['mika'], defender: ['yuki'] });
    single.act('start');
    give(single, [30, 0, 10]);
    single.gift('nobody', { giftId: 99, repeat: 1000 });
    single.act('end');
    expect(outcome(single)).toBe('attacker');
    expect(
      single.round.settlement?.shares.map(({ anchorId, votesTenths }) => [anchorId, votesTenths]),
    ).toEqual([
      ['mika', 0],
      ['yuki', 400],
    ]);
    // To several defenders what is not their own goes in proportion.
    expect(shares(played({ distribution: 'allToDefender' }, [8, 4, 20, 10]))).toEqual([0, 0, 28, 14]);
  });

  it('to the last tenth where votes are not whole', () => {
    expect(equally(45, [0, 0])).toEqual([25, 20]);
    expect(inProportion(45, [1, 1])).toEqual([25, 20]);
    expect(inProportion(10, [])).toEqual([]);
  });

  it('so that they sum to the pool, each within a vote of its exact part', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 10 ** 10 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 10 }), weights, (pool, own) => {
        const total = own.reduce((sum, each) => sum + each, 0);
        for (const parts of [inProportion(pool, own), equally(pool, own)]) {
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(pool);
        }
        if (total === 0) return;
        inProportion(pool, own).forEach((part, index) => {
          expect(Math.abs(part - (pool / total) * (own[index] ?? 0))).toBeLessThanOrEqual(10 + 1e-4);
        });
      }),
    );
  });
});

describe('the winner of a battle', () => {
  it('is the side with the higher score; a tie is a draw', () => {
    expect(outcome(played({}, [5, 6, 10, 0]))).toBe('attacker');
    expect(outcome(played({}, [5, 0, 2, 4]))).toBe('defender');
    expect(outcome(played({}, [5, 0, 5, 0]))).toBe('draw');
    expect(outcome(played({}, [5, 0, 2, 0], [0, 4]))).toBe('defender');
  });

  it('is by advantage whom the preset says, in a tie and in nothing else, and never at 0:0', () => {
    const defending = played({ advantage: 'defending' }, [5, 0, 5, 0]);
    expect(defending.round.settlement).toMatchObject({ outcome: 'defender', byAdvantage: true });
    const offensive = { advantage: 'offensive' } as const;
    expect(outcome(played(offensive, [5, 0, 5, 0]))).toBe('attacker');
    expect(played(offensive, [5, 0, 6, 0]).round.settlement).toMatchObject({
      outcome: 'defender',
      byAdvantage: false,
    });
    expect(outcome(played(offensive, []))).toBe('draw');
    expect(outcome(played({ advantage: 'defending' }, []))).toBe('draw');
  });

  it('has one win more in a row, the loser none, and a draw changes nothing', () => {
    const show = played({}, [5, 0, 0, 0]);
    expect(streaks(show)).toEqual([1, 1, 0, 0]);
    round(show, [5, 0, 0, 0]);
    expect(streaks(show)).toEqual([2, 2, 0, 0]);
    round(show, [5, 0, 5, 0]);
    expect(streaks(show)).toEqual([2, 2, 0, 0]);
    round(show, [0, 0, 5, 0]);
    expect(streaks(show)).toEqual([0, 0, 1, 1]);
    expect(streaks(played({ winStreaks: false }, [5, 0, 0, 0]))).toEqual([0, 0, 0, 0]);
  });
});

describe('knocked out', () => {
  it('is nobody, the losing side’s lowest, or the losing side, as the preset says', () => {
    expect(out(played({}, [5, 0, 2, 1]))).toEqual([]);
    expect(out(played({ knockOut: 'lowest' }, [5, 0, 2, 1]))).toEqual(['sora']);
    expect(out(played({ knockOut: 'lowest' }, [1, 2, 9, 1]))).toEqual(['mika']);
    // Of equals the one further down the list.
    expect(out(played({ knockOut: 'lowest' }, [5, 0, 1, 1]))).toEqual(['sora']);
    expect(out(played({ knockOut: 'side' }, [5, 0, 2, 1]))).toEqual(['yuki', 'sora']);
    expect(out(played({ knockOut: 'side' }, [2, 0, 2, 0]))).toEqual([]);
  });

  it('is whom the host says, until the host takes it back', () => {
    const show = played({}, [5, 0, 0, 0]);
    const say = (anchorId: string, goes: boolean) =>
      show.tell({ command: 'knockOut', anchorId, out: goes })?.code ?? 'done';
    expect(say('mika', false)).toBe('anchor.notOut');
    expect(say('mika', true)).toBe('done');
    expect(say('mika', true)).toBe('anchor.out');
    expect(outOf(show.state, 'mika')).toEqual({ round: 1, streak: 1, byRule: false, final: false });
    expect(say('mika', false)).toBe('done');
    expect(streakOf(show.state, 'mika')).toBe(1);
    expect(say('nobody', true)).toBe('anchor.unknown');
  });

  it('keeps the streak from before the round that was lost with it', () => {
    const rule = { knockOut: 'side' } as const;
    const show = played(rule, [0, 0, 5, 0]);
    expect(outOf(show.state, 'mika')?.streak).toBe(0);
    const host = played({}, [0, 0, 5, 0]);
    round(host, [5, 0, 0, 0]);
    host.tell({ command: 'knockOut', anchorId: 'yuki', out: true });
    expect(outOf(host.state, 'yuki')).toMatchObject({ round: 2, streak: 1 });
  });
});

describe('settling the latest round again', () => {
  it('follows what was corrected since, and takes back what had followed from the first time', () => {
    const show = played({ knockOut: 'side' }, [5, 0, 4, 0]);
    expect(out(show)).toEqual(['yuki', 'sora']);
    const [first] = show.book.rows.keys();
    show.reassign([first ?? 0], 'uncounted');
    expect(outcome(show)).toBe('attacker');
    expect(isOutdated(show.round)).toBe(true);
    expect(show.act('settle')).toBe('done');
    expect(isOutdated(show.round)).toBe(false);
    expect(outcome(show)).toBe('defender');
    expect(streaks(show)).toEqual([0, 0, 1, 1]);
    expect(out(show)).toEqual(['mika', 'rei']);
    expect(outOf(show.state, 'mika')).toMatchObject({ streak: 0 });
    show.undo();
    show.act('settle');
    expect(streaks(show)).toEqual([1, 1, 0, 0]);
    expect(out(show)).toEqual(['yuki', 'sora']);
    expect(show.round.settlements).toBe(3);
  });

  it('leaves whom the host has knocked out since, with the streak of the new result', () => {
    const show = played({}, [5, 0, 4, 0]);
    show.tell({ command: 'knockOut', anchorId: 'mika', out: true });
    expect(outOf(show.state, 'mika')?.streak).toBe(1);
    const [first] = show.book.rows.keys();
    show.reassign([first ?? 0], 'uncounted');
    show.act('settle');
    expect(outOf(show.state, 'mika')).toMatchObject({ streak: 0, byRule: false });
  });
});
