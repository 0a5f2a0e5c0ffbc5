import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { votesOf } from '#shared/game/round/score.ts';
import { anchorScore } from '#shared/game/round/view.ts';
import { anchorTarget } from '#shared/game/table.ts';
import { CAT_PAWS, CROWN, preset, Show } from '#tests/support/show.ts';

const base = preset();
const falling = (perSecond: number, toZero = false) =>
  Show.inBattle({
    round: { ...base.round, length: 0 },
    decrease: { after: 1, perSecond, toZero },
  });
const giftOf = { mika: CAT_PAWS, rei: CROWN } as const;
type Fighter = keyof typeof giftOf;
const give = (show: Show, anchorId: Fighter, votes: number) =>
  show.gift(`fan of ${anchorId}`, { giftId: giftOf[anchorId], repeat: votes });

describe('decreased score', () => {
  it('grows with a gift after a correction removed its votes', () => {
    const show = falling(10, true);
    const row = give(show, 'mika', 100);
    show.pass(5000);
    show.reassign([row], 'unallocated');
    give(show, 'mika', 50);
    expect(anchorScore(show.round, 'mika')).toBe(500);
  });

  it('is restored when the removed row comes back', () => {
    const show = falling(10, true);
    const row = give(show, 'mika', 100);
    show.pass(5000);
    show.reassign([row], 'anchor:rei');
    give(show, 'mika', 50);
    show.undo();
    expect(anchorScore(show.round, 'mika')).toBe(500);
    expect(votesOf(show.round, anchorTarget('mika'))).toBe(1500);
  });

  it('counts another row that a correction brings in full', () => {
    const show = falling(10, true);
    const row = give(show, 'mika', 100);
    show.pass(5000);
    show.reassign([row], 'unallocated');
    show.reassign([show.gift('chen', { repeat: 30 })], 'anchor:mika');
    expect(anchorScore(show.round, 'mika')).toBe(300);
  });

  it('keeps no decrease when all decreased rows are gone, in any order', () => {
    const show = falling(10, true);
    const other = show.gift('chen', { repeat: 10 });
    const row = give(show, 'mika', 10);
    show.pass(5000);
    show.reassign([other], 'anchor:mika');
    show.reassign([row], 'unallocated');
    show.reassign([other], 'unallocated');
    give(show, 'mika', 1);
    expect(anchorScore(show.round, 'mika')).toBe(10);
  });

  it('loses with each leaving row the row’s part of the decrease', () => {
    const show = falling(10);
    give(show, 'mika', 60);
    const row = give(show, 'mika', 40);
    const score = () => anchorScore(show.round, 'mika');
    show.pass(6000);
    expect(score()).toBe(500);
    for (const time of ['first', 'second']) {
      show.reassign([row], 'unallocated');
      expect(score(), time).toBe(300);
      show.undo();
      expect(score(), time).toBe(500);
    }
    // The row also shares the decrease since its return: 70 of 100 fell, so 28 of its 40.
    show.pass(2000);
    expect(score()).toBe(300);
    show.reassign([row], 'unallocated');
    expect(score()).toBe(180);
  });

  it('is restored with a row even if it decreased further meanwhile', () => {
    const show = falling(10);
    give(show, 'mika', 60);
    const row = give(show, 'mika', 40);
    show.pass(6000);
    show.reassign([row], 'unallocated');
    show.pass(2000);
    expect(anchorScore(show.round, 'mika')).toBe(100);
    show.undo();
    // 30 of the 60 fell, then 20 more; of the row's 40, 20 fell.
    expect(anchorScore(show.round, 'mika')).toBe(300);
  });

  it('keeps the decrease out of the later gifts of a combo when the combo leaves', () => {
    const show = falling(5);
    give(show, 'mika', 40);
    const row = show.combo('aoi', 10, { giftId: CAT_PAWS });
    show.pass(6000);
    expect(anchorScore(show.round, 'mika')).toBe(250);
    show.combo('aoi', 30, { giftId: CAT_PAWS });
    expect(anchorScore(show.round, 'mika')).toBe(450);
    for (const time of ['first', 'second']) {
      // 25 of 50 fell, so 20 of the remaining 40.
      show.reassign([row], 'unallocated');
      expect(anchorScore(show.round, 'mika'), time).toBe(200);
      show.undo();
      expect(anchorScore(show.round, 'mika'), time).toBe(450);
    }
    show.reassign([row], 'unallocated');
    show.combo('aoi', 35, { giftId: CAT_PAWS });
    show.undo();
    expect(anchorScore(show.round, 'mika')).toBe(500);
  });

  it('loses in proportion with a row that was present when another row came back', () => {
    const show = falling(10);
    give(show, 'mika', 60);
    const row = give(show, 'mika', 40);
    const brought = show.gift('chen', { repeat: 30 });
    show.pass(6000);
    show.reassign([brought], 'anchor:mika');
    expect(anchorScore(show.round, 'mika')).toBe(800);
    // Half of the row's votes fell, and none of the votes that the correction brought.
    show.reassign([row], 'unallocated');
    expect(anchorScore(show.round, 'mika')).toBe(600);
  });

  it('loses a leaving row’s part of the present decrease, whatever rows left before it', () => {
    const show = falling(10);
    give(show, 'mika', 50);
    const [first, second] = [give(show, 'mika', 30), give(show, 'mika', 20)];
    show.pass(6000);
    show.reassign([first], 'unallocated');
    expect(anchorScore(show.round, 'mika')).toBe(350);
    show.pass(2000);
    expect(anchorScore(show.round, 'mika')).toBe(150);
    // 55 of 70 votes fell, 15.8 of them from the row's 20.
    show.reassign([second], 'unallocated');
    expect(anchorScore(show.round, 'mika')).toBe(108);
  });

  it('is stored the same for combos that grow in another order', () => {
    const growing = (order: string[]) => {
      const show = falling(10);
      for (const viewer of ['aoi', 'ben', 'chen']) show.combo(viewer, 10, { giftId: CAT_PAWS });
      show.pass(3000);
      for (const viewer of order) show.combo(viewer, 15, { giftId: CAT_PAWS });
      return show.round.falls.find(({ anchorId }) => anchorId === 'mika')?.grown;
    };
    const grown = growing(['aoi', 'ben', 'chen']);
    expect(grown?.map(({ votesTenths }) => votesTenths)).toEqual([50, 50, 50]);
    expect(growing(['chen', 'aoi', 'ben'])).toEqual(grown);
  });

  it('loses the decrease of a row that is moved out of the round', () => {
    const show = falling(10);
    give(show, 'mika', 60);
    const row = give(show, 'mika', 40);
    show.pass(6000);
    show.place([row], 0);
    expect(anchorScore(show.round, 'mika')).toBe(300);
    show.undo();
    expect(anchorScore(show.round, 'mika')).toBe(500);
  });

  it('counts a row from another round in full until it decreases with the others', () => {
    const show = falling(10);
    show.act('pause');
    const row = give(show, 'mika', 30);
    show.act('resume');
    give(show, 'mika', 100);
    show.pass(6000);
    expect(anchorScore(show.round, 'mika')).toBe(500);
    show.place([row], 1);
    expect(anchorScore(show.round, 'mika')).toBe(800);
    show.pass(2000);
    expect(anchorScore(show.round, 'mika')).toBe(600);
    show.undo();
    // 70 of 130 votes fell, 16.2 of them from the row's 30.
    expect(anchorScore(show.round, 'mika')).toBe(462);
  });

  it('keeps the decrease in a round of an older show', () => {
    const show = falling(10, true);
    show.act('end');
    show.tell({ command: 'prepare', edition: 1, attacker: ['mika'], defender: ['rei'] });
    show.act('start');
    const row = give(show, 'mika', 100);
    show.pass(5000);
    show.reassign([row], 'unallocated');
    give(show, 'mika', 50);
    expect(anchorScore(show.round, 'mika')).toBe(0);
  });

  type Event =
    | { do: 'gift'; to: Fighter; votes: number }
    | { do: 'move'; pick: number; to: 'anchor:mika' | 'anchor:rei' | 'unallocated' | 'uncounted' }
    | { do: 'undo' }
    | { do: 'wait'; seconds: number };
  const eventArb: fc.Arbitrary<Event> = fc.oneof(
    fc.record({
      do: fc.constant('gift' as const),
      to: fc.constantFrom<Fighter[]>('mika', 'rei'),
      votes: fc.integer({ min: 1, max: 60 }),
    }),
    fc.record({
      do: fc.constant('move' as const),
      pick: fc.nat(),
      to: fc.constantFrom(
        'anchor:mika' as const,
        'anchor:rei' as const,
        'unallocated' as const,
        'uncounted' as const,
      ),
    }),
    fc.constant({ do: 'undo' as const }),
    fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 8 }) }),
  );

  it('grows with every gift and stays at or above the votes since then, for any corrections', () => {
    fc.assert(
      fc.property(fc.array(eventArb, { maxLength: 40 }), fc.boolean(), (events, toZero) => {
        const show = falling(5, toZero);
        let since: { row: number; votes: number }[] = [];
        for (const event of events) {
          if (event.do === 'gift') {
            const before = anchorScore(show.round, event.to);
            since.push({ row: give(show, event.to, event.votes), votes: event.votes * 10 });
            expect(anchorScore(show.round, event.to)).toBe(before + event.votes * 10);
          } else if (event.do === 'move') {
            const rows = [...show.book.rows.keys()];
            const row = rows[event.pick % Math.max(1, rows.length)];
            if (row !== undefined) show.reassign([row], event.to);
          } else if (event.do === 'undo') {
            show.undo();
          } else {
            show.pass(event.seconds * 1000);
            since = [];
          }
          for (const anchorId of ['mika', 'rei']) {
            const target = anchorTarget(anchorId);
            const score = anchorScore(show.round, anchorId);
            const fresh = since.filter(({ row }) => show.book.row(row).target === target);
            expect(score).toBeGreaterThanOrEqual(fresh.reduce((sum, { votes }) => sum + votes, 0));
            expect(score).toBeLessThanOrEqual(votesOf(show.round, target));
          }
        }
      }),
      { numRuns: 400 },
    );
  });
});
