import { describe, expect, it } from 'vitest';
import { type Quality, QualityGovernor, qualities } from '../../../overlay/effects/core/quality.ts';

const best = qualities.at(-1);
const least = qualities[0];

function run(governor: QualityGovernor, frames: number, interval: number, drawing = 1): Quality {
  for (let frame = 0; frame < frames; frame++) governor.frame(interval, drawing);
  return governor.quality;
}

describe('quality of effects', () => {
  it('stays at its maximum while frames are on time', () => {
    expect(run(new QualityGovernor(), 6000, 16.7)).toBe(best);
  });

  it('falls step by step to its minimum while frames are slow', () => {
    const governor = new QualityGovernor();
    const seen = new Set<Quality>();
    for (let frame = 0; frame < 200; frame++) {
      governor.frame(50, 1);
      seen.add(governor.quality);
    }
    expect([...seen]).toEqual([...qualities].reverse());
    expect(governor.quality).toBe(least);
  });

  it('falls if drawing takes too much of a frame', () => {
    expect(run(new QualityGovernor(), 30, 33.3, 15)).not.toBe(best);
  });

  it('ignores a single slow frame and a hidden page', () => {
    const governor = new QualityGovernor();
    for (let second = 0; second < 30; second++) {
      run(governor, 59, 16.7);
      governor.frame(90, 1);
      governor.frame(60_000, 1);
    }
    expect(governor.quality).toBe(best);
  });

  it('does not fall at a constant 30 frames a second', () => {
    expect(run(new QualityGovernor(), 6000, 33.3)).toBe(best);
  });

  it('falls if every other frame is late', () => {
    const governor = new QualityGovernor();
    for (let frame = 0; frame < 60; frame++) governor.frame(frame % 2 === 0 ? 16.7 : 50, 1);
    expect(governor.quality).not.toBe(best);
  });

  it('rises again, after a longer wait for each fall', () => {
    const governor = new QualityGovernor();
    const untilBest = () => {
      let ms = 0;
      while (governor.quality !== best && ms < 1_000_000) {
        governor.frame(16, 1);
        ms += 16;
      }
      return ms;
    };
    run(governor, 30, 50);
    const first = untilBest();
    run(governor, 30, 50);
    const second = untilBest();
    expect(first).toBeGreaterThan(20_000);
    expect(second).toBeGreaterThan(first * 1.5);
    expect(second).toBeLessThan(1_000_000);
  });
});
