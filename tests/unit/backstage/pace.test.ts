import { describe, expect, it } from 'vitest';
import { Pace } from '#backstage/show/pace.ts';
import { ManualClock } from './manualClock.ts';

/** The moments (ms) at which batches are written when gifts come at `arrivals`. */
function batchesOf(arrivals: readonly number[]): number[] {
  const clock = new ManualClock(1000);
  const written: number[] = [];
  let waiting = 0;
  const pace = new Pace(clock, () => {
    pace.begin();
    written.push(clock.now() - 1000);
    pace.succeeded(waiting);
    waiting = 0;
  });
  for (const at of arrivals) {
    clock.after(at, () => {
      waiting++;
      pace.soon();
    });
  }
  clock.advance(1000);
  return written;
}

const everyMs = (ms: number) => Array.from({ length: 20 }, (_, index) => 100 + index * ms);

describe('how long a gift waits for the disk', () => {
  it('not at all when it comes alone', () => {
    expect(batchesOf([100, 200, 300])).toEqual([100, 200, 300]);
  });

  it('not at all either while gifts come one by one', () => {
    expect(batchesOf(everyMs(5))).toEqual(everyMs(5));
  });

  it('four milliseconds at most for the second of two', () => {
    expect(batchesOf([100, 101])).toEqual([100, 104]);
  });

  it('eight while they come together, so that they share a write', () => {
    expect(batchesOf(everyMs(1))).toEqual([100, 104, 112, 120]);
  });

  it('four again once they no longer do', () => {
    expect(batchesOf([100, 101, 102, 200, 300, 301])).toEqual([100, 104, 200, 300, 304]);
  });

  it('no longer when the clock is set back meanwhile', () => {
    let now = 3_600_000;
    const waits: number[] = [];
    const after = (ms: number) => {
      waits.push(ms);
      return () => undefined;
    };
    const pace = new Pace({ now: () => now, after }, () => undefined);
    pace.succeeded(1);
    now = 0;
    pace.soon();
    expect(waits).toEqual([4]);
  });
});
