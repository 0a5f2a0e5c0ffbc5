import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdClockDuringShows, SteadyClock } from '#backstage/clock.ts';
import { ManualClock } from './manualClock.ts';

const HOUR = 3_600_000;
const BEGUN = 1_700_000_000_000;

/** A machine with manual clocks. */
function machine(upFails = false) {
  const at = { wall: BEGUN, even: 5000.25, up: 1_000_000 };
  const clock = new SteadyClock({
    wall: () => at.wall,
    even: () => at.even,
    up: () => {
      if (upFails) throw new Error('no such call here');
      return Math.floor(at.up / 1000);
    },
  });
  return {
    clock,
    /** Lets time pass while the machine is awake. */
    run: (ms: number) => {
      for (const key of ['wall', 'even', 'up'] as const) at[key] += ms;
      return clock.now();
    },
    /** Lets time pass while the machine sleeps. On some systems the monotonic clock continues (`evenToo`). */
    sleep: (ms: number, evenToo = false) => {
      at.wall += ms;
      at.up += ms;
      if (evenToo) at.even += ms;
      return clock.now();
    },
    set: (ms: number) => {
      at.wall += ms;
      return clock.now();
    },
  };
}

describe('steady clock', () => {
  it.each([3 * HOUR, -3 * HOUR, 10_000, -10_000])(
    'advances evenly when the system clock is changed by %i ms',
    (step) => {
      const { clock, run, set } = machine();
      clock.hold();
      expect(run(1500)).toBe(BEGUN + 1500);
      expect(set(step)).toBe(BEGUN + 1500);
      expect(run(60_000)).toBe(BEGUN + 61_500);
      expect(set(-step)).toBe(BEGUN + 61_500);
    },
  );

  it.each([false, true])(
    'includes the sleep of the machine (monotonic clock advances too: %s)',
    (evenToo) => {
      const { clock, run, sleep } = machine();
      clock.hold();
      run(700);
      expect(sleep(3 * HOUR, evenToo)).toBe(BEGUN + 700 + 3 * HOUR);
      expect(run(100)).toBe(BEGUN + 800 + 3 * HOUR);
    },
  );

  it('follows small corrections by a time server', () => {
    const { clock, run, set } = machine();
    clock.hold();
    run(1000);
    expect(set(-400)).toBe(BEGUN + 600);
    expect(set(900)).toBe(BEGUN + 1500);
  });

  it('follows the system clock between shows', () => {
    const { clock, run, set } = machine();
    expect(set(HOUR)).toBe(BEGUN + HOUR);
    clock.hold();
    expect(set(-HOUR)).toBe(BEGUN + HOUR);
    clock.release();
    expect(run(5)).toBe(BEGUN + 5);
  });

  it('never returns less than the last time of a resumed show', () => {
    const { clock, run, set } = machine();
    clock.holdFrom(BEGUN + 2 * HOUR);
    expect(run(1000)).toBe(BEGUN + 2 * HOUR + 1000);
    set(-5 * HOUR);
    expect(run(1000)).toBe(BEGUN + 2 * HOUR + 2000);
    const other = machine();
    other.clock.holdFrom(BEGUN - HOUR);
    expect(other.run(1)).toBe(BEGUN + 1);
  });

  it('ignores a jump of the system clock if the system reports no uptime', () => {
    const { clock, run, set } = machine(true);
    clock.hold();
    set(HOUR);
    expect(run(10)).toBe(BEGUN + 10);
  });

  it("measures the elapsed time under any changes of the machine's clocks", () => {
    const event = fc.oneof(
      fc.record({ kind: fc.constant('run' as const), ms: fc.nat(90_000) }),
      fc.record({ kind: fc.constant('sleep' as const), ms: fc.integer({ min: 10_000, max: 9 * HOUR }) }),
      fc.record({ kind: fc.constant('set' as const), ms: fc.integer({ min: -9 * HOUR, max: 9 * HOUR }) }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const world = machine();
        world.clock.hold();
        let passed = 0;
        let allowed = 0;
        for (const { kind, ms } of events) {
          world[kind](ms);
          if (kind !== 'set') passed += ms;
          // The clock follows small steps, and measures sleep to two seconds.
          allowed += kind === 'run' ? 0 : 2000;
          expect(Math.abs(world.clock.now() - BEGUN - passed)).toBeLessThanOrEqual(allowed + 1);
        }
      }),
    );
  });

  it('is steady while the session runs, from the last time of a resumed show', () => {
    const { clock, run, set } = machine();
    let told = (_busy: boolean) => {};
    const onBusy = (listener: (busy: boolean) => void) => {
      told = listener;
    };
    holdClockDuringShows(clock, { current: { aliveAt: BEGUN + HOUR }, busy: true, onBusy });
    expect(run(0)).toBe(BEGUN + HOUR);
    told(false);
    expect(run(0)).toBe(BEGUN);
    told(true);
    set(HOUR);
    expect(run(0)).toBe(BEGUN);
    // Any other kind of clock is not changed.
    holdClockDuringShows(new ManualClock(), {
      current: null,
      busy: false,
      onBusy: () => expect.fail('listens'),
    });
  });
});
