import { describe, expect, it } from 'vitest';
import type { GiftInput } from '#shared/contract/input.ts';
import { isLeftOut } from '#shared/game/correction.ts';
import { CAT_PAWS, CROWN, preset, Show } from '#tests/support/show.ts';

const rules = (more: object) => ({ round: { ...preset().round, length: 60, ...more } });
const votes = (show: Show, round: number, target: 'anchor:mika' | 'unallocated' = 'unallocated') =>
  show.state.rounds[round - 1]?.targets.get(target)?.votesTenths ?? 0;
const rows = (show: Show) =>
  [...show.book.rows.values()].map(({ count, round, late }) => `${count} in ${round} ${late}`);
const sent = (show: Show, before: number, more: Partial<GiftInput> = {}) =>
  show.gift('aoi', { sentAt: show.now - before, ...more });

describe('late gift', () => {
  const lateShow = (lateGifts: 'ask' | 'accept' | 'refuse') => {
    const show = Show.inBattle(rules({ lateGifts }));
    show.gift('aoi', { giftId: CAT_PAWS });
    show.pass(62_000);
    const row = show.combo('aoi', 3, { sentAt: show.now - 3000 });
    return { show, row };
  };

  it('is listed for the round in which it was sent, and counts in the room meanwhile', () => {
    const { show, row } = lateShow('ask');
    expect(show.book.row(row)).toMatchObject({ round: 1, late: 'listed', marks: ['joinedLate', 'late'] });
    expect(show.round.late).toEqual({ count: 3, diamonds: 3, votesTenths: 30, rows: 1 });
    expect(votes(show, 1, 'anchor:mika')).toBe(10);
    expect(show.tenths('anchor:mika')).toBe(40);
  });

  it('counts in its round once the host accepts it, with the rest of its combo', () => {
    const { show, row } = lateShow('ask');
    expect(show.late([row], true)).toBeNull();
    expect(show.book.row(row)).toMatchObject({ late: 'accepted', target: 'anchor:mika' });
    expect(votes(show, 1, 'anchor:mika')).toBe(40);
    show.combo('aoi', 5, { sentAt: show.now - 2500 });
    expect(show.book.row(row).count).toBe(5);
    expect(votes(show, 1, 'anchor:mika')).toBe(60);
    expect(show.tenths('anchor:mika')).toBe(60);
    // The settlement is unchanged until the host settles again.
    expect(show.round.settlement?.attackerTenths).toBe(10);
    show.act('settle');
    expect(show.round.settlement?.attackerTenths).toBe(60);
    expect(show.late([row], false)).toBeNull();
    expect(votes(show, 1, 'anchor:mika')).toBe(10);
    expect(show.round.late.count).toBe(5);
  });

  it('counts in no round, and waits for no decision, once the host leaves it out with the rest of its combo', () => {
    const { show, row } = lateShow('ask');
    expect(show.place([row], 0)).toBeNull();
    expect(show.round.late).toEqual({ count: 0, diamonds: 0, votesTenths: 0, rows: 0 });
    show.combo('aoi', 5, { sentAt: show.now - 2500 });
    expect(show.book.row(row)).toMatchObject({ count: 5, round: 0, late: 'no', target: 'anchor:mika' });
    expect(isLeftOut(show.book.row(row))).toBe(true);
    expect(votes(show, 1, 'anchor:mika')).toBe(10);
    expect(show.tenths('anchor:mika')).toBe(60);
    expect(show.round.late.count).toBe(0);
    show.undo();
    expect(isLeftOut(show.book.row(row))).toBe(false);
    expect(show.round.late).toMatchObject({ count: 5, votesTenths: 50 });
    expect(show.tenths('anchor:mika')).toBe(60);
  });

  it('has its own row if the first part of its combo was in time', () => {
    const show = Show.inBattle(rules({}));
    show.pass(59_000);
    show.combo('aoi', 2);
    show.pass(2000);
    show.combo('aoi', 5, { sentAt: show.now - 1500 });
    expect(rows(show)).toEqual(['2 in 1 no', '3 in 1 listed']);
    expect(votes(show, 1)).toBe(20);
  });

  it('counts at once or belongs to no round, depending on the preset', () => {
    const accepted = lateShow('accept');
    expect(accepted.show.book.row(accepted.row)).toMatchObject({ round: 1, late: 'accepted' });
    expect(votes(accepted.show, 1, 'anchor:mika')).toBe(40);
    const refused = lateShow('refuse');
    expect(refused.show.book.row(refused.row)).toMatchObject({ round: 0, late: 'no' });
    expect(votes(refused.show, 1, 'anchor:mika')).toBe(10);
    expect(refused.show.round.late.rows).toBe(0);
  });

  it('finds its round while the next one runs', () => {
    const { show } = lateShow('ask');
    show.tell({ command: 'prepare' });
    show.act('start');
    show.pass(500);
    const row = sent(show, 4000);
    expect(show.book.row(row)).toMatchObject({ round: 1, late: 'listed' });
    expect(show.book.row(sent(show, 100))).toMatchObject({ round: 2, late: 'no' });
  });

  it('cannot be accepted twice, in another round, or without being late', () => {
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

  it('cannot be accepted for an unknown gift or before its round has begun', () => {
    const { show, row } = lateShow('ask');
    const { viewerId, giftId, streakKey, count, diamonds, votesTenths, target, reason } = show.book.row(row);
    const known = { rowId: row, viewerId, giftId, streakKey, count, diamonds, votesTenths, target, reason };
    const refusal = (more: object, on = show) =>
      on.tell({ command: 'late', round: 1, accept: true, rows: [{ ...known, ...more }] })?.code;
    expect(refusal({ rowId: show.state.seq + 1 })).toBe('ledger.rowUnknown');
    expect(refusal({ giftId: 99_000_001 })).toBe('ledger.rowUnknown');
    expect(refusal({ viewerId: 'nobody' })).toBe('viewer.unknown');
    expect(refusal({ streakKey: '', target: 'anchor:yuki' })).toBe('ledger.stale');
    expect(refusal({}, Show.ready())).toBe('session.notStarted');
    expect(refusal({})).toBeUndefined();
  });

  it('cannot be accepted as more rows than were listed, even with the same number of gifts', () => {
    const { show, row } = lateShow('ask');
    const { viewerId, giftId, target, reason } = show.book.row(row);
    const piece = { streakKey: '', viewerId, giftId, count: 1, diamonds: 1, votesTenths: 10, target, reason };
    const rows = [row, row - 1].map((rowId) => ({ ...piece, rowId }));
    expect(show.tell({ command: 'late', round: 1, accept: true, rows })?.code).toBe('ledger.notLate');
    expect(show.late([row], true)).toBeNull();
  });

  it.each([{ count: 4 }, { diamonds: 4 }, { votesTenths: 31 }])(
    'cannot be accepted as more than was listed: %o',
    (more) => {
      const { show, row } = lateShow('ask');
      const { viewerId, giftId, target, reason, count, diamonds, votesTenths } = show.book.row(row);
      const listed = { rowId: row, streakKey: '', viewerId, giftId, count, diamonds, votesTenths };
      const rows = [{ ...listed, target, reason, ...more }];
      expect(show.tell({ command: 'late', round: 1, accept: true, rows })?.code).toBe('ledger.notLate');
    },
  );

  it('cannot be accepted in another round that has late gifts too', () => {
    const { show } = lateShow('ask');
    show.tell({ command: 'prepare' });
    show.act('start');
    show.pass(62_000);
    const second = show.combo('ben', 2, { sentAt: show.now - 3000 });
    expect(show.book.row(second)).toMatchObject({ round: 2, late: 'listed' });
    const { viewerId, giftId, streakKey, count, diamonds, votesTenths, target, reason } =
      show.book.row(second);
    const rows = [
      { rowId: second, viewerId, giftId, streakKey, count, diamonds, votesTenths, target, reason },
    ];
    expect(show.tell({ command: 'late', round: 1, accept: true, rows })?.code).toBe('ledger.notLate');
  });

  it('cannot be accepted twice while another late gift of its round waits', () => {
    const { show, row } = lateShow('ask');
    sent(show, 3000, { user: { id: 'ben', name: '', username: '' }, repeat: 50 });
    expect(show.late([row], true)).toBeNull();
    expect(show.late([row], true)?.code).toBe('ledger.notLate');
  });

  it('cannot be undone for an anchor who has it only in the room', () => {
    const { show, row } = lateShow('ask');
    show.late([row], true);
    show.gift('cho', { giftId: CROWN, repeat: 50 });
    const { viewerId, giftId, count, diamonds, votesTenths, reason } = show.book.row(row);
    const told = { rowId: row, streakKey: '', viewerId, giftId, count, diamonds, votesTenths, reason };
    const rows = [{ ...told, target: 'anchor:rei' as const }];
    expect(show.tell({ command: 'late', round: 1, accept: false, rows })?.code).toBe('ledger.stale');
  });

  it('stays out with its combo when the host counts it and then leaves it out', () => {
    const { show, row } = lateShow('ask');
    show.place([row], 1);
    expect(votes(show, 1, 'anchor:mika')).toBe(40);
    expect(show.late([row], false)).toBeNull();
    show.combo('aoi', 5, { sentAt: show.now - 2500 });
    expect(show.book.row(row)).toMatchObject({ count: 5, round: 1, late: 'listed' });
    expect(votes(show, 1, 'anchor:mika')).toBe(10);
    expect(show.tenths('anchor:mika')).toBe(60);
  });

  it('is deduplicated exactly while its combo is remembered, however many others there are', () => {
    const { show, row } = lateShow('ask');
    sent(show, 3000, { user: { id: 'ben', name: '', username: '' }, repeat: 50 });
    show.gift('ben', { repeat: 50 });
    const { viewerId, giftId, streakKey, count, diamonds, votesTenths, reason } = show.book.row(row);
    const told = { rowId: row, viewerId, giftId, streakKey, count, diamonds, votesTenths, reason };
    const rows = [{ ...told, target: 'unallocated' as const }];
    expect(show.tell({ command: 'late', round: 1, accept: true, rows })?.code).toBe('ledger.stale');
    show.tell({ command: 'prepare' });
    show.act('start');
    const combo = show.combo('ben', 2);
    show.act('end');
    show.pass(1000);
    sent(show, 1500, { repeat: 50 });
    const other = { ...told, rowId: combo, streakKey: show.book.row(combo).streakKey };
    const wrong = [{ ...other, target: show.book.row(combo).target }];
    expect(show.tell({ command: 'late', round: 1, accept: true, rows: wrong })?.code).toBe('ledger.notLate');
    expect(show.late([row], true)).toBeNull();
  });

  it('moves in the room and not in the round if it is reassigned while it is listed', () => {
    const { show, row } = lateShow('ask');
    expect(show.reassign([row], 'anchor:rei')).toBeNull();
    expect(show.state.rounds[0]?.targets.has('anchor:rei')).toBe(false);
    expect(show.reassign([row], 'attacker')?.code).toBe('round.noSides');
    show.late([row], true);
    expect(show.round.defender.votesTenths).toBe(30);
    expect(show.reassign([row], 'attacker')).toBeNull();
    expect(show.round.attacker.votesTenths).toBe(40);
  });

  it('keeps counting for its side until it goes to an anchor', () => {
    const { show, row } = lateShow('accept');
    show.reassign([row], 'attacker');
    expect(show.late([row], false)?.code).toBe('round.noSides');
    expect(show.round.attacker.votesTenths).toBe(40);
    expect(show.reassign([row], 'anchor:mika')).toBeNull();
    expect(show.late([row], false)).toBeNull();
    expect(show.round.attacker.votesTenths).toBe(10);
  });

  it('is listed again in rounds from before this rule, so that an old show keeps its sums', () => {
    const show = Show.started(preset({ mode: 'battle', ...rules({ lateGifts: 'accept' }) }));
    show.tell({ command: 'prepare', edition: 2, attacker: ['mika'], defender: ['rei'] });
    show.act('start');
    show.pass(62_000);
    const row = sent(show, 3000, { giftId: CAT_PAWS });
    show.reassign([row], 'attacker');
    expect(show.late([row], false)).toBeNull();
    expect(show.book.row(row)).toMatchObject({ target: 'attacker', late: 'listed' });
  });
});
