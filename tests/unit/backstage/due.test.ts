import { describe, expect, it } from 'vitest';
import { DueTimer, inOrder } from '#backstage/show/due.ts';
import type { ClockInput, GiftInput, Input } from '#shared/contract/input.ts';
import { nextDue } from '#shared/game/due.ts';
import { createState, fold } from '#shared/game/fold.ts';
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

describe('what happens by time', () => {
  it('is put before whatever comes after its moment, with that moment', () => {
    const state = createState();
    const taken: Input[] = [];
    const take = (input: Input) => {
      fold(state, state.seq + 1, input);
      taken.push(input);
    };
    inOrder(state, rose(0, 'a'), take);
    const due = nextDue(state);
    inOrder(state, rose(HOUR, 'b'), take);
    expect(taken.map(({ kind }) => kind)).toEqual(['gift', 'clock', 'gift']);
    expect(taken[1]?.at).toBe(due);
  });

  it('comes by itself at its moment when nothing else comes', () => {
    const clock = new ManualClock(HOUR);
    const state = createState();
    const steps: ClockInput[] = [];
    const timer = new DueTimer(
      clock,
      () => state,
      (step) => {
        steps.push(step);
        fold(state, state.seq + 1, step);
        timer.watch();
      },
    );
    fold(state, 1, rose(clock.now(), 'a'));
    const due = nextDue(state) ?? 0;
    timer.watch();
    clock.advance(due - clock.now() - 1);
    expect(steps).toEqual([]);
    clock.advance(1);
    expect(steps).toEqual([{ kind: 'clock', at: due }]);
    expect(clock.waiting).toBe(0);
  });
});
