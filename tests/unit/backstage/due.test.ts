import { describe, expect, it } from 'vitest';
import { DueTimer, withClockInputs } from '#backstage/show/due.ts';
import type { ClockInput, GiftInput, Input } from '#shared/contract/input.ts';
import { createState, fold } from '#shared/game/fold.ts';
import { nextDue } from '#shared/game/round/time.ts';
import { ManualClock } from './manualClock.ts';

const HOUR = 3_600_000;

function rose(at: number, group: string): GiftInput {
  const user = { id: '7', name: 'Mika', username: 'mika' };
  const gift = {
    giftId: 5655,
    giftName: 'Rose',
    diamonds: 1,
    streak: true,
    group,
    repeat: 1,
    end: false,
    tickets: 1,
  };
  return { kind: 'gift', at, sentAt: at, msgId: group, user, ...gift };
}

describe('clock inputs', () => {
  it('are applied before a later input, with their due time', () => {
    const state = createState();
    const applied: Input[] = [];
    const apply = (input: Input) => {
      fold(state, state.seq + 1, input);
      applied.push(input);
    };
    withClockInputs(state, rose(0, 'a'), apply);
    const due = nextDue(state);
    withClockInputs(state, rose(HOUR, 'b'), apply);
    expect(applied.map(({ kind }) => kind)).toEqual(['gift', 'clock', 'gift']);
    expect(applied[1]?.at).toBe(due);
  });

  it('are submitted by the timer at the due time when no input arrives', () => {
    const clock = new ManualClock(HOUR);
    const state = createState();
    const steps: ClockInput[] = [];
    const timer = new DueTimer(
      clock,
      () => state,
      (step) => {
        steps.push(step);
        fold(state, state.seq + 1, step);
        timer.reschedule();
      },
    );
    fold(state, 1, rose(clock.now(), 'a'));
    const due = nextDue(state) ?? 0;
    timer.reschedule();
    clock.advance(due - clock.now() - 1);
    expect(steps).toEqual([]);
    clock.advance(1);
    expect(steps).toEqual([{ kind: 'clock', at: due }]);
    expect(clock.waiting).toBe(0);
  });
});
