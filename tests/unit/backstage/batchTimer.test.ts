import { describe, expect, it } from 'vitest';
import { BatchTimer } from '#backstage/show/batchTimer.ts';
import { ManualClock } from './manualClock.ts';

/** Returns the times (ms) at which batches are written when gifts arrive at `arrivals`. */
function batchesOf(arrivals: readonly number[]): number[] {
  const clock = new ManualClock(1000);
  const written: number[] = [];
  let waiting = 0;
  const timer = new BatchTimer(clock, () => {
    timer.cancel();
    written.push(clock.now() - 1000);
    timer.succeeded(waiting);
    waiting = 0;
  });
  for (const at of arrivals) {
    clock.after(at, () => {
      waiting++;
      timer.schedule();
    });
  }
  clock.advance(1000);
  return written;
}

const everyMs = (ms: number) => Array.from({ length: 20 }, (_, index) => 100 + index * ms);

describe('batch timer', () => {
  it('writes a single gift at once', () => {
    expect(batchesOf([100, 200, 300])).toEqual([100, 200, 300]);
  });

  it('writes every gift at once if gifts arrive 5 ms apart', () => {
    expect(batchesOf(everyMs(5))).toEqual(everyMs(5));
  });

  it('lets the second of two gifts wait 4 ms at most', () => {
    expect(batchesOf([100, 101])).toEqual([100, 104]);
  });

  it('writes every 8 ms while gifts arrive in quick succession', () => {
    expect(batchesOf(everyMs(1))).toEqual([100, 104, 112, 120]);
  });

  it('returns to 4 ms when gifts no longer arrive in quick succession', () => {
    expect(batchesOf([100, 101, 102, 200, 300, 301])).toEqual([100, 104, 200, 300, 304]);
  });

  it('waits no longer than 4 ms when the clock is set back', () => {
    let now = 3_600_000;
    const waits: number[] = [];
    const after = (ms: number) => {
      waits.push(ms);
      return () => undefined;
    };
    const timer = new BatchTimer({ now: () => now, after }, () => undefined);
    timer.succeeded(1);
    now = 0;
    timer.schedule();
    expect(waits).toEqual([4]);
  });
});
