import { describe, expect, it } from 'vitest';
import { type Quality, QualityGovernor, qualities } from '../../../overlay/effects/core/quality.ts';

const best = qualities.at(-1);
const least = qualities[0];

function run(governor: QualityGovernor, frames: number, interval: number, drawing = 1): Quality {
  for (let frame = 0; frame < frames; frame++) governor.frame(interval, drawing);
  return governor.quality;
}

describe('the quality of effects', () => {
  it('stays the best while frames are on time', () => {
    expect(run(new QualityGovernor(), 6000, 16.7)).toBe(best);
  });

  it('falls step by step while frames take too long, and no further than the least', () => {
    const governor = new QualityGovernor();
    const seen = new Set<Quality>();
    for (let frame = 0; frame < 200; frame++) {
      governor.frame(40, 1);
      seen.add(governor.quality);
    }
    expect([...seen]).toEqual([...qualities].reverse());
    expect(governor.quality).toBe(least);
  });

  it('falls when drawing alone takes too much of a frame', () => {
    expect(run(new QualityGovernor(), 30, 16.7, 9)).not.toBe(best);
  });

  it('does not mind a single slow frame, nor a page that was hidden', () => {
    const governor = new QualityGovernor();
    for (let second = 0; second < 30; second++) {
      run(governor, 59, 16.7);
      governor.frame(90, 1);
      governor.frame(60_000, 1);
    }
    expect(governor.quality).toBe(best);
  });

  it('takes thirty frames a second for what they are where streaming software draws no more', () => {
    expect(run(new QualityGovernor(), 6000, 33.3)).toBe(best);
  });

  it('falls when every other frame is late', () => {
    const governor = new QualityGovernor();
    for (let frame = 0; frame < 60; frame++) governor.frame(frame % 2 === 0 ? 16.7 : 50, 1);
    expect(governor.quality).not.toBe(best);
  });

  it('rises again after a while, and later each time it had to fall', () => {
    const governor = new QualityGovernor();
    const untilBest = () => {
      let ms = 0;
      while (governor.quality !== best && ms < 1_000_000) {
        governor.frame(16, 1);
        ms += 16;
      }
      return ms;
    };
    run(governor, 30, 40);
    const first = untilBest();
    run(governor, 30, 40);
    const second = untilBest();
    expect(first).toBeGreaterThan(20_000);
    expect(second).toBeGreaterThan(first * 1.5);
    expect(second).toBeLessThan(1_000_000);
  });
});
