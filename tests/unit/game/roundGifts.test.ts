import { describe, expect, it } from 'vitest';
import type { GiftInput } from '#shared/contract/input.ts';
import { CAT_PAWS, preset, Show } from '#tests/support/show.ts';

const rules = (more: object) => ({ round: { ...preset().round, length: 60, ...more } });
const votes = (show: Show, round: number, target: 'anchor:mika' | 'unallocated' = 'unallocated') =>
  show.state.rounds[round - 1]?.targets.get(target)?.votesTenths ?? 0;
const rows = (show: Show) =>
  [...show.book.rows.values()].map(({ count, round, late }) => `${count} in ${round} ${late}`);
const sent = (show: Show, before: number, more: Partial<GiftInput> = {}) =>
  show.gift('aoi', { sentAt: show.now - before, ...more });

describe('a gift belongs to the round', () => {
  it('in which its own message falls: a combo of 10, 6 of them before the deadline, is 6 and 4', () => {
    const show = Show.inBattle(rules({}));
    show.pass(59_000);
    show.combo('aoi', 2);
    show.combo('aoi', 6);
    show.pass(1000);
    show.combo('aoi', 10);
    show.combo('aoi', 10, { end: true });
    expect(rows(show)).toEqual(['6 in 1 no', '4 in 0 no']);
    expect(votes(show, 1)).toBe(60);
    expect(show.tenths('unallocated')).toBe(100);
  });

  it('to which its send time points, when it came within 10 s of it; else by its arrival', () => {
    const show = Show.inBattle(rules({ delay: 15 }));
    show.pass(60_000);
    // Sent in the delay or before it, and arrived in it: both count.
    sent(show, 5000);
    sent(show, 0);
    show.pass(15_000);
    expect(votes(show, 1)).toBe(20);
    expect(show.round.phase).toBe('settled');
    show.pass(10_000);
    sent(show, 10_001); // hardly sent 25 s after the countdown's end
    sent(show, 10_000); // sent at the very end of the delay, which is no more in it
    expect(rows(show).slice(2)).toEqual(['1 in 0 no', '1 in 0 no']);
    sent(show, 0, { sentAt: 0 });
    sent(show, -500);
    expect(rows(show).slice(4)).toEqual(['1 in 0 no', '1 in 0 no']);
  });

  it('and not to one that started after it was sent', () => {
    const show = Show.started(preset({ mode: 'normal' }));
    show.tell({ command: 'prepare' });
    show.pass(5000);
    show.act('start');
    show.pass(100);
    sent(show, 200);
    sent(show, 50);
    sent(show, 20_000);
    expect(rows(show)).toEqual(['1 in 0 no', '1 in 1 no', '1 in 1 no']);
  });

  it('but not while the round alone is paused: then it counts in the room’s totals only', () => {
    const show = Show.inBattle(rules({}));
    show.pass(1000);
    show.act('pause');
    show.pass(3000);
    sent(show, 0);
    sent(show, 3500); // sent before the pause
    show.act('resume');
    show.pass(100);
    sent(show, 500); // sent in the pause
    sent(show, 0);
    expect(rows(show)).toEqual(['1 in 0 no', '1 in 1 no', '1 in 0 no', '1 in 1 no']);
    expect(votes(show, 1)).toBe(20);
    expect(show.tenths('unallocated')).toBe(40);
  });

  it('and not counted while the session is paused; assigned by hand it counts in the round', () => {
    const show = Show.inBattle(rules({}));
    show.tell({ command: 'session', action: 'pause' });
    const row = show.gift('aoi');
    expect(show.book.row(row)).toMatchObject({ target: 'uncounted', reason: 'paused', round: 1 });
    expect(show.reassign([row], 'anchor:mika')).toBeNull();
    expect(votes(show, 1, 'anchor:mika')).toBe(10);
    expect(show.round.attacker.votesTenths).toBe(10);
  });
});

describe('a late gift', () => {
  const lateShow = (lateGifts: 'ask' | 'accept' | 'refuse') => {
    const show = Show.inBattle(rules({ lateGifts }));
    show.gift('aoi', { giftId: CAT_PAWS });
    show.pass(62_000);
    const row = show.combo('aoi', 3, { sentAt: show.now - 3000 });
    return { show, row };
  };

  it('is listed for the round it was sent in, and counts in the room meanwhile', () => {
    const { show, row } = lateShow('ask');
    expect(show.book.row(row)).toMatchObject({ round: 1, late: 'listed', marks: ['joinedLate', 'late'] });
    expect(show.round.late).toEqual({ count: 3, diamonds: 3, votesTenths: 30, rows: 1 });
    expect(votes(show, 1, 'anchor:mika')).toBe(10);
    expect(show.tenths('anchor:mika')).toBe(40);
  });

  it('is counted in its round when the host accepts it, with what its combo still brings', () => {
    const { show, row } = lateShow('ask');
    expect(show.late([row], true)).toBeNull();
    expect(show.book.row(row)).toMatchObject({ late: 'accepted', target: 'anchor:mika' });
    expect(votes(show, 1, 'anchor:mika')).toBe(40);
    show.combo('aoi', 5, { sentAt: show.now - 2500 });
    expect(show.book.row(row).count).toBe(5);
    expect(votes(show, 1, 'anchor:mika')).toBe(60);
    expect(show.tenths('anchor:mika')).toBe(60);
    // The settlement stands until the host settles again.
    expect(show.round.settlement?.attackerTenths).toBe(10);
    show.act('settle');
    expect(show.round.settlement?.attackerTenths).toBe(60);
    expect(show.late([row], false)).toBeNull();
    expect(votes(show, 1, 'anchor:mika')).toBe(10);
    expect(show.round.late.count).toBe(5);
  });

  it('is counted at once, or belongs to no round, where the preset says so', () => {
    const accepted = lateShow('accept');
    expect(accepted.show.book.row(accepted.row)).toMatchObject({ round: 1, late: 'accepted' });
    expect(votes(accepted.show, 1, 'anchor:mika')).toBe(40);
    const refused = lateShow('refuse');
    expect(refused.show.book.row(refused.row)).toMatchObject({ round: 0, late: 'no' });
    expect(votes(refused.show, 1, 'anchor:mika')).toBe(10);
    expect(refused.show.round.late.rows).toBe(0);
  });

  it('finds its round also when the next one runs already', () => {
    const { show } = lateShow('ask');
    show.tell({ command: 'prepare' });
    show.act('start');
    show.pass(500);
    const row = sent(show, 4000);
    expect(show.book.row(row)).toMatchObject({ round: 1, late: 'listed' });
    expect(show.book.row(sent(show, 100))).toMatchObject({ round: 2, late: 'no' });
  });

  it('cannot be accepted twice, in another round, or when it was never late', () => {
    const { show, row } = lateShow('ask');
    show.tell({ command: 'prepare' });
    show.act('start');
    const combo = show.combo('ben', 2);
    const more = show.gift('ben', { repeat: 4 });
    show.act('end');
    expect(show.late([combo], true)?.code).toBe('ledger.notLate');
    expect(show.late([more], true)?.code).toBe('ledger.notLate');
    expect(show.late([row], false)?.code).toBe('ledger.notLate');
    show.late([row], true);
    expect(show.late([row], true)?.code).toBe('ledger.notLate');
    const { viewerId, giftId, streakKey, count, diamonds, votesTenths, target, reason } = show.book.row(row);
    const rows = [{ rowId: row, viewerId, giftId, streakKey, count, diamonds, votesTenths, target, reason }];
    expect(show.tell({ command: 'late', round: 9, accept: true, rows })?.code).toBe('round.unknown');
    expect(show.tell({ command: 'late', round: 1, accept: false, rows: [...rows, ...rows] })?.code).toBe(
      'ledger.stale',
    );
    const moved = rows.map((each) => ({ ...each, target: 'anchor:rei' as const }));
    expect(show.tell({ command: 'late', round: 1, accept: false, rows: moved })?.code).toBe('ledger.stale');
  });

  it('reassigned while it is only listed moves in the room and not in the round', () => {
    const { show, row } = lateShow('ask');
    expect(show.reassign([row], 'anchor:rei')).toBeNull();
    expect(show.state.rounds[0]?.targets.has('anchor:rei')).toBe(false);
    expect(show.reassign([row], 'attacker')?.code).toBe('round.noSides');
    show.late([row], true);
    expect(show.round.defender.votesTenths).toBe(30);
    expect(show.reassign([row], 'attacker')).toBeNull();
    expect(show.round.attacker.votesTenths).toBe(40);
  });
});

describe('assigning to a side', () => {
  it('gives its pool votes that no anchor has, in the round of the gift', () => {
    const show = Show.inBattle();
    const row = show.gift('aoi', { repeat: 4 });
    expect(show.reassign([row], 'defender')).toBeNull();
    expect(show.round.defender).toMatchObject({ votesTenths: 40, count: 4, anchors: ['rei'] });
    expect(show.tenths('defender')).toBe(40);
    show.undo();
    expect(show.round.defender.votesTenths).toBe(0);
  });

  it('is refused for gifts outside a battle', () => {
    const show = Show.started(preset({ mode: 'battle' }));
    const before = show.gift('aoi');
    expect(show.reassign([before], 'attacker')?.code).toBe('round.noSides');
    const ranking = Show.started();
    ranking.tell({ command: 'prepare' });
    ranking.act('start');
    expect(ranking.reassign([ranking.gift('aoi')], 'attacker')?.code).toBe('round.noSides');
  });

  it('is refused when the row does not count in the round that is said', () => {
    const show = Show.inBattle();
    const row = show.combo('aoi', 2);
    show.pass(0);
    const { viewerId, giftId, streakKey, count, diamonds, votesTenths } = show.book.row(row);
    const told = { rowId: row, viewerId, giftId, streakKey, count, diamonds, votesTenths };
    const move = (round: number) =>
      show.tell({
        command: 'correct',
        rows: [{ ...told, from: 'unallocated', to: 'anchor:rei', reason: 'corrected', round }],
      })?.code ?? 'done';
    expect(move(0)).toBe('ledger.stale');
    expect(move(7)).toBe('ledger.rowUnknown');
    expect(move(1)).toBe('done');
  });
});

describe('gaps', () => {
  it('are marked in every round that was on while they lasted', () => {
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
  });

  it('can be filled by hand with who, what and how many; the row says so and can be taken back', () => {
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

  it('can still be filled after the end, in a round that is settled', () => {
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
