import { describe, expect, it } from 'vitest';
import { CAT_PAWS, preset, Show } from '#tests/support/show.ts';

const rules = (more: object) => ({ round: { ...preset().round, length: 60, ...more } });

describe('gaps', () => {
  it('are marked in every round that they touch', () => {
    const show = Show.inBattle(rules({}));
    show.pass(60_000);
    const between = show.now;
    show.pass(10_000);
    show.tell({ command: 'prepare' });
    show.act('start');
    show.pass(5000);
    show.gap({ from: between - 1000, until: show.now });
    show.gap({ from: between + 1000, until: between + 2000 });
    show.gap({ from: show.now - 100, until: show.now });
    expect(show.state.rounds.map(({ gapCount }) => gapCount)).toEqual([1, 2]);
    expect(show.state.gapCount).toBe(3);
    for (let i = 0; i < 30; i += 1) show.gap({ from: show.now, until: show.now });
    expect(show.round.gapCount).toBe(32);
    expect(show.round.gaps).toHaveLength(20);
    expect(show.round.gaps.every(({ from }) => from === show.now)).toBe(true);
  });

  it('can be filled by hand with viewer, gift and number; the row says so and can be undone', () => {
    const show = Show.inBattle(rules({}));
    const gift = {
      command: 'addGift',
      user: { id: 'fay', name: 'Fay', username: 'fay' },
      giftId: CAT_PAWS,
      giftName: 'Cat Paws',
      diamonds: 5,
      count: 3,
      to: 'anchor:mika',
      round: 1,
    } as const;
    expect(show.tell(gift)).toBeNull();
    const row = show.state.seq;
    expect(show.book.row(row)).toMatchObject({
      viewerName: 'Fay',
      count: 3,
      diamonds: 15,
      votesTenths: 150,
      target: 'anchor:mika',
      reason: 'byHand',
      autoReason: 'byHand',
      round: 1,
    });
    expect(show.round.attacker.votesTenths).toBe(150);
    expect(show.state.viewers.get('fay')).toMatchObject({ count: 3, automatic: null });
    show.reassign([row], 'uncounted');
    expect(show.round.attacker.votesTenths).toBe(0);
    expect(show.tenths('anchor:mika')).toBe(0);
    show.undo();
    expect(show.book.row(row).reason).toBe('byHand');
    expect(show.tell({ ...gift, to: 'anchor:nobody' })?.code).toBe('anchor.unknown');
    expect(show.tell({ ...gift, round: 2 })?.code).toBe('round.unknown');
    expect(show.tell({ ...gift, round: 0, to: 'attacker' })?.code).toBe('round.noSides');
    expect(Show.ready().tell({ ...gift, round: 0 })?.code).toBe('session.notStarted');
  });

  it('can be filled after the end, in a settled round', () => {
    const show = Show.inBattle(rules({}));
    show.tell({ command: 'session', action: 'end' });
    const user = { id: 'fay', name: 'Fay', username: '' };
    const what = { giftId: CAT_PAWS, giftName: '', diamonds: 5, count: 1 };
    const added = show.tell({ command: 'addGift', user, ...what, to: 'anchor:rei', round: 1 });
    expect(added).toBeNull();
    show.act('settle');
    expect(show.round.settlement).toMatchObject({ outcome: 'defender', defenderTenths: 50 });
  });
});
