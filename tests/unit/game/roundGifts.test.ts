import { describe, expect, it } from 'vitest';
import type { GiftInput } from '#shared/contract/input.ts';
import { preset, Show } from '#tests/support/show.ts';

const rules = (more: object) => ({ round: { ...preset().round, length: 60, ...more } });
const votes = (show: Show, round: number, target: 'anchor:mika' | 'unallocated' = 'unallocated') =>
  show.state.rounds[round - 1]?.targets.get(target)?.votesTenths ?? 0;
const rows = (show: Show) =>
  [...show.book.rows.values()].map(({ count, round, late }) => `${count} in ${round} ${late}`);
const sent = (show: Show, before: number, more: Partial<GiftInput> = {}) =>
  show.gift('aoi', { sentAt: show.now - before, ...more });

describe('round of a gift', () => {
  it('is chosen for each message: a combo of 10, 6 of them before the deadline, counts 6 and 4', () => {
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

  it('is chosen by the send time if the gift arrived within 10 s of it, else by the arrival', () => {
    const show = Show.inBattle(rules({ delay: 15 }));
    show.pass(60_000);
    // Gifts that arrive in the delay count, whether they were sent in it or before it.
    sent(show, 5000);
    sent(show, 0);
    show.pass(15_000);
    expect(votes(show, 1)).toBe(20);
    expect(show.round.phase).toBe('settled');
    show.pass(10_000);
    sent(show, 10_001); // sent in the delay, but arrived more than 10 s later
    sent(show, 10_000); // sent exactly at the end of the delay, which is outside it
    expect(rows(show).slice(2)).toEqual(['1 in 0 no', '1 in 0 no']);
    sent(show, 0, { sentAt: 0 });
    sent(show, -500);
    expect(rows(show).slice(4)).toEqual(['1 in 0 no', '1 in 0 no']);
  });

  it('is still chosen by a send time exactly 10 s before the arrival, but not by an earlier one', () => {
    const show = Show.inBattle(rules({}));
    show.pass(60_000 + 9999);
    expect(show.book.row(sent(show, 10_000))).toMatchObject({ round: 1, late: 'listed' });
    expect(show.book.row(sent(show, 10_001))).toMatchObject({ round: 0, late: 'no' });
  });

  it('is the round of the arrival if the platform’s clock gives a later send time', () => {
    const show = Show.inBattle(rules({}));
    show.pass(59_900);
    expect(show.book.row(sent(show, -500))).toMatchObject({ round: 1, late: 'no' });
  });

  it('is chosen by a send time before a pause, also after several pauses', () => {
    const show = Show.inBattle(rules({}));
    for (let pause = 0; pause < 3; pause += 1) {
      show.pass(1000);
      show.act('pause');
      show.pass(1000);
      show.act('resume');
    }
    expect(show.book.row(sent(show, 5500)).round).toBe(1);
    expect(show.book.row(sent(show, 4500)).round).toBe(0);
  });

  it('is never a round that started after the gift was sent', () => {
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

  it('is none while only the round is paused: the gift counts in the room’s totals', () => {
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

  it('is none while the session is paused; the gift counts in the round if it is assigned by hand', () => {
    const show = Show.inBattle(rules({}));
    show.tell({ command: 'session', action: 'pause' });
    const row = show.gift('aoi');
    expect(show.book.row(row)).toMatchObject({ target: 'uncounted', reason: 'paused', round: 1 });
    expect(show.reassign([row], 'anchor:mika')).toBeNull();
    expect(votes(show, 1, 'anchor:mika')).toBe(10);
    expect(show.round.attacker.votesTenths).toBe(10);
  });
});

describe('assigning to a side', () => {
  it('adds votes without an anchor to the side’s pool, in the round of the gift', () => {
    const show = Show.inBattle();
    const row = show.gift('aoi', { repeat: 4 });
    expect(show.reassign([row], 'defender')).toBeNull();
    expect(show.round.defender).toMatchObject({ votesTenths: 40, count: 4, anchors: ['rei'] });
    expect(show.tenths('defender')).toBe(40);
    show.undo();
    expect(show.round.defender.votesTenths).toBe(0);
  });

  it('is refused for gifts outside of a battle', () => {
    const show = Show.started(preset({ mode: 'battle' }));
    const before = show.gift('aoi');
    expect(show.reassign([before], 'attacker')?.code).toBe('round.noSides');
    const ranking = Show.started();
    ranking.tell({ command: 'prepare' });
    ranking.act('start');
    expect(ranking.reassign([ranking.gift('aoi')], 'attacker')?.code).toBe('round.noSides');
  });

  it('is refused if the row does not count in the named round', () => {
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
