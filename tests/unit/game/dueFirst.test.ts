import { describe, expect, it } from 'vitest';
import { check } from '#shared/game/check.ts';
import { serialise } from '#shared/game/serialise.ts';
import { CROWN, preset, ROSE, Show, type Told, whole } from '#tests/support/show.ts';

const timed = { round: { ...preset().round, length: 60, delay: 0 } };

/** The answer to a command that arrives before the clock input: 'done', or the code of the refusal. */
function told(show: Show, command: Told, after: number): string {
  return check(show.state, whole(command, show.now + after))?.code ?? 'done';
}

describe('command that arrives before the clock step', () => {
  it('finds a round over exactly when its countdown has run out', () => {
    const show = Show.inBattle(timed);
    expect(told(show, { command: 'round', action: 'pause' }, 59_999)).toBe('done');
    expect(told(show, { command: 'round', action: 'settle' }, 59_999)).toBe('task.previousFirst');
    expect(told(show, { command: 'round', action: 'pause' }, 60_000)).toBe('round.notAllowed');
    expect(told(show, { command: 'round', action: 'settle' }, 60_000)).toBe('done');
  });

  it('finds a gift of that round in time, and no gift of a missing round', () => {
    const show = Show.inBattle(timed);
    const row = show.gift('aoi');
    const { viewerId, giftId, count, diamonds, votesTenths, target, reason } = show.book.row(row);
    const sums = { count, diamonds, votesTenths, target, reason };
    const rows = [{ rowId: row, streakKey: '', viewerId, giftId, ...sums }];
    const late = (round: number): Told => ({ command: 'late', round, accept: true, rows });
    expect(told(show, late(1), 60_000)).toBe('ledger.notLate');
    expect(told(show, late(2), 60_000)).toBe('round.unknown');
  });

  it('changes nothing when it is only checked, including win streaks', () => {
    const show = Show.inBattle(timed);
    show.gift('ben', { giftId: CROWN });
    show.pass(60_000);
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    show.act('start');
    show.gift('ben', { giftId: CROWN });
    const before = JSON.stringify(serialise(show.state));
    expect(told(show, { command: 'round', action: 'settle' }, 60_000)).toBe('done');
    expect(JSON.stringify(serialise(show.state))).toBe(before);
    show.pass(60_000);
    expect(show.state.fates.get('rei')).toMatchObject({ streak: 2 });
  });

  it('finds a dance over when its time has run out, also without any round', () => {
    const spin = { id: 'spin', name: 'Spin', effects: '', gift: { ids: [ROSE] }, duration: 10 };
    const show = Show.started(preset({ gameplay: [spin] }));
    show.gift('aoi');
    expect(told(show, { command: 'dance', action: 'end' }, 9999)).toBe('done');
    expect(told(show, { command: 'dance', action: 'end' }, 10_000)).toBe('dance.none');
    expect(show.state.playing?.dance.entryId).toBe('spin');
  });
});
