import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BattleSettings } from '#shared/contract/rules.ts';
import { equally, inProportion } from '#shared/game/round/shares.ts';
import { isOutdated, outOf, settleAgainOf, streakOf, tiedOf, undecidedTie } from '#shared/game/round/view.ts';
import { anchor, preset, Show } from '#tests/support/show.ts';

/** Four anchors with the exclusive gifts 1, 2, 3 and 4. */
const anchors = ['mika', 'rei', 'yuki', 'sora'].map((id, index) =>
  anchor(id, { gift: { ids: [index + 1] } }),
);

/** A battle of Mika and Rei against Yuki and Sora. `given`: votes for each anchor, then for each side's pool. */
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

describe('vote distribution', () => {
  it('by votes gives each its own votes and the pool in proportion, by largest remainder', () => {
    expect(shares(played({}, [20, 10, 7, 0], [10, 5]))).toEqual([27, 13, 12, 0]);
    expect(shares(played({}, [10, 20, 0, 0], [10, 0]))).toEqual([13, 27, 0, 0]);
  });

  it('by votes breaks equal remainders by list order, and splits a pool at 0:0 equally', () => {
    expect(shares(played({}, [5, 5, 0, 0], [3, 5]))).toEqual([7, 6, 3, 2]);
  });

  it('by equal split gives the rest to those with the most votes', () => {
    const split = { distribution: 'equalSplit' } as const;
    expect(shares(played(split, [1, 10, 0, 0], [0, 3]))).toEqual([5, 6, 2, 1]);
    expect(shares(played(split, [4, 4, 2, 9]))).toEqual([4, 4, 5, 6]);
  });

  it('under allToDefender gives the defender both sides’ votes, win or lose, without the unallocated ones', () => {
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
    // Several defenders get all other votes in proportion to their own.
    expect(shares(played({ distribution: 'allToDefender' }, [8, 4, 20, 10]))).toEqual([0, 0, 28, 14]);
  });

  it('is exact to a tenth if votes have tenths', () => {
    expect(equally(45, [0, 0])).toEqual([25, 20]);
    expect(inProportion(45, [1, 1])).toEqual([25, 20]);
    expect(inProportion(10, [])).toEqual([]);
  });

  it('adds up to the pool, each share within a vote of its exact part', () => {
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

describe('winner of a battle', () => {
  it('is the side with the higher score; a tie is a draw', () => {
    expect(outcome(played({}, [5, 6, 10, 0]))).toBe('attacker');
    expect(outcome(played({}, [5, 0, 2, 4]))).toBe('defender');
    expect(outcome(played({}, [5, 0, 5, 0]))).toBe('draw');
    expect(outcome(played({}, [5, 0, 2, 0], [0, 4]))).toBe('defender');
  });

  it('is the side with the advantage in a tie only, and never at 0:0', () => {
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

  it('gains one win in a row, the loser drops to none, and a draw changes nothing', () => {
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

describe('knock-out', () => {
  it('takes nobody, the losing side’s lowest or the losing side, as the preset says', () => {
    expect(out(played({}, [5, 0, 2, 1]))).toEqual([]);
    expect(out(played({ knockOut: 'lowest' }, [5, 0, 2, 1]))).toEqual(['sora']);
    expect(out(played({ knockOut: 'lowest' }, [1, 2, 9, 1]))).toEqual(['mika']);
    expect(out(played({ knockOut: 'side' }, [5, 0, 2, 1]))).toEqual(['yuki', 'sora']);
    expect(out(played({ knockOut: 'side' }, [2, 0, 2, 0]))).toEqual([]);
  });

  it('takes the anchor whom the host names, until the host takes it back', () => {
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

  it('keeps the streak from before the lost round', () => {
    const rule = { knockOut: 'side' } as const;
    const show = played(rule, [0, 0, 5, 0]);
    expect(outOf(show.state, 'mika')?.streak).toBe(0);
    const host = played({}, [0, 0, 5, 0]);
    round(host, [5, 0, 0, 0]);
    host.tell({ command: 'knockOut', anchorId: 'yuki', out: true });
    expect(outOf(host.state, 'yuki')).toMatchObject({ round: 2, streak: 1 });
  });
});

describe('tie of the lowest scores', () => {
  const tie = () => played({ knockOut: 'lowest', winnerDefends: false }, [5, 0, 1, 1]);
  const decide = (show: Show, anchorId: string | null) =>
    show.tell({ command: 'decideTie', round: 1, anchorId })?.code ?? 'done';

  it('knocks nobody out until the host decides, and the show goes on meanwhile', () => {
    const show = tie();
    expect(out(show)).toEqual([]);
    expect(undecidedTie(show.state)?.id).toBe(1);
    expect(tiedOf(show.state, show.round)).toEqual(['yuki', 'sora']);
    round(show, [0, 0, 5, 5]);
    expect(decide(show, 'yuki')).toBe('done');
    expect(outOf(show.state, 'yuki')).toEqual({ round: 1, streak: 0, byRule: true, final: false });
    expect(show.state.rounds[0]?.settlement?.out).toEqual(['yuki']);
    expect(undecidedTie(show.state)?.id).toBe(2);
  });

  it('can end with nobody out, and is decided once', () => {
    const show = tie();
    expect(decide(show, 'mika')).toBe('anchor.unknown');
    expect(decide(show, null)).toBe('done');
    expect(out(show)).toEqual([]);
    expect(show.round.settlement?.out).toEqual([]);
    expect(undecidedTie(show.state)).toBeNull();
    expect(decide(show, 'yuki')).toBe('round.noTie');
  });

  it('is dropped once the session has ended', () => {
    const show = tie();
    show.tell({ command: 'session', action: 'end' });
    expect(undecidedTie(show.state)).toBeNull();
  });

  it('is decided when the host knocks out one of them by hand', () => {
    const show = tie();
    show.tell({ command: 'knockOut', anchorId: 'sora', out: true });
    expect(undecidedTie(show.state)).toBeNull();
  });

  it('removes the knocked-out anchor from a prepared round', () => {
    const show = tie();
    show.tell({ command: 'prepare' });
    decide(show, 'sora');
    expect(show.round).toMatchObject({ phase: 'prepared', defender: { anchors: ['yuki'] } });
  });

  it('keeps the decision when the round is settled again, and drops it without a tie', () => {
    const show = tie();
    decide(show, 'sora');
    show.act('settle');
    expect(out(show)).toEqual(['sora']);
    const [, yukis] = show.book.rows.keys();
    show.reassign([yukis ?? 0], 'unallocated');
    show.act('settle');
    expect(out(show)).toEqual(['yuki']);
    show.undo();
    show.act('settle');
    expect(out(show)).toEqual(['sora']);
  });

  it('knocks out the last of the list in a round of an older show', () => {
    const show = Show.started(
      preset({ mode: 'battle', anchors, battle: { ...preset().battle, knockOut: 'lowest' } }),
    );
    show.tell({ command: 'prepare', edition: 1, attacker: ['mika', 'rei'], defender: ['yuki', 'sora'] });
    show.act('start');
    give(show, [5, 0, 1, 1]);
    show.act('end');
    expect(out(show)).toEqual(['sora']);
    expect(undecidedTie(show.state)).toBeNull();
    show.tell({ command: 'knockOut', anchorId: 'sora', out: false });
    show.tell({ command: 'prepare', edition: 1, attacker: ['mika'], defender: ['rei', 'yuki', 'sora'] });
    show.act('start');
    give(show, [5, 1, 1, 1]);
    show.act('end');
    expect(out(show)).toEqual(['sora']);
  });

  it('no longer offers an anchor that a later round knocked out or that the preset lacks', () => {
    const show = tie();
    round(show, [0, 5, 9, 1]);
    expect(out(show)).toEqual(['mika']);
    show.tell({ command: 'knockOut', anchorId: 'mika', out: false });
    round(show, [9, 9, 5, 1]);
    expect(outOf(show.state, 'sora')?.round).toBe(3);
    expect(undecidedTie(show.state)?.id).toBe(1);
    const decided = (anchorId: string) => decide(show, anchorId);
    expect(decided('sora')).toBe('anchor.unknown');
    show.tell({ command: 'choosePreset', preset: preset({ mode: 'battle', anchors: anchors.slice(0, 2) }) });
    expect(decided('yuki')).toBe('round.noTie');
  });
});

describe('settling the latest round again', () => {
  it('works while the next round is prepared, whose sides follow the new result', () => {
    const show = played({}, [5, 0, 4, 0]);
    show.tell({ command: 'prepare' });
    expect(show.round.attacker.anchors).toEqual(['yuki', 'sora']);
    const [first] = show.book.rows.keys();
    show.reassign([first ?? 0], 'uncounted');
    expect(settleAgainOf(show.state)).toEqual({
      number: 1,
      was: 'attacker',
      now: 'defender',
      changes: 'outcome',
      next: 'prepared',
    });
    expect(show.act('settle')).toBe('done');
    expect(streaks(show)).toEqual([0, 0, 1, 1]);
    expect(show.round).toMatchObject({ id: 2, phase: 'prepared' });
    expect(show.round.attacker.anchors).toEqual(['mika', 'rei']);
    expect(settleAgainOf(show.state)).toBeNull();
  });

  it('keeps sides that the host chose for the next round, without anchors who are now out', () => {
    const show = played({ knockOut: 'side' }, [5, 0, 4, 0]);
    show.tell({ command: 'knockOut', anchorId: 'yuki', out: false });
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei', 'yuki'] });
    const [first] = show.book.rows.keys();
    show.reassign([first ?? 0], 'uncounted');
    show.act('settle');
    expect(out(show)).toEqual(['mika', 'rei']);
    expect(show.state.rounds).toHaveLength(1);
  });

  it('works while the next round is on, which keeps its sides', () => {
    const show = played({}, [5, 0, 4, 0]);
    show.tell({ command: 'prepare' });
    show.act('start');
    const [first] = show.book.rows.keys();
    show.reassign([first ?? 0], 'uncounted');
    expect(settleAgainOf(show.state)?.next).toBe('on');
    expect(show.act('settle')).toBe('done');
    expect(show.state.rounds[0]?.settlement?.outcome).toBe('defender');
    expect(show.round).toMatchObject({ phase: 'running' });
    expect(show.round.attacker.anchors).toEqual(['yuki', 'sora']);
    expect(streaks(show)).toEqual([0, 0, 1, 1]);
  });

  it('waits for the end of a resurrection attempt from that round', () => {
    const show = played({ knockOut: 'side' }, [5, 0, 4, 0]);
    show.tell({ command: 'resurrect', anchorId: 'yuki' });
    show.act('start');
    const [first] = show.book.rows.keys();
    show.reassign([first ?? 0], 'uncounted');
    expect(settleAgainOf(show.state)).toBeNull();
    expect(show.act('settle')).toBe('task.previousFirst');
  });

  it('follows corrections, and reverts the consequences of the first settlement', () => {
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

  it('keeps a knock-out by hand when the round is settled again, and updates the streak', () => {
    const show = played({}, [5, 0, 4, 0]);
    show.tell({ command: 'knockOut', anchorId: 'mika', out: true });
    expect(outOf(show.state, 'mika')?.streak).toBe(1);
    const [first] = show.book.rows.keys();
    show.reassign([first ?? 0], 'uncounted');
    show.act('settle');
    expect(outOf(show.state, 'mika')).toMatchObject({ streak: 0, byRule: false });
  });
});
