import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceToClear, layOut } from '../../../overlay/effects/core/page.ts';
import { seeded } from '../../../overlay/effects/core/random.ts';
import { routeOf } from '../../../overlay/effects/lines/route.ts';

const pageArb = fc.record({
  width: fc.integer({ min: 40, max: 4000 }),
  height: fc.integer({ min: 40, max: 4000 }),
  top: fc.integer({ min: 0, max: 49 }),
  bottom: fc.integer({ min: 0, max: 49 }),
});

describe('effect bands', () => {
  it('never cover the middle 60 % of a page', () => {
    fc.assert(
      fc.property(pageArb, ({ width, height, top, bottom }) => {
        const page = layOut(width, height, { top, bottom });
        for (const band of page.bands) {
          const [left, right] = [band.x * page.unit, (band.x + band.width) * page.unit];
          const [upper, lower] = [band.y * page.unit, (band.y + band.height) * page.unit];
          const across = Math.min(right, width * 0.8) - Math.max(left, width * 0.2);
          const down = Math.min(lower, height * 0.8) - Math.max(upper, height * 0.2);
          expect(across > 0.001 && down > 0.001).toBe(false);
        }
      }),
    );
  });

  it('do not cover an indent', () => {
    fc.assert(
      fc.property(pageArb, ({ width, height, top, bottom }) => {
        const page = layOut(width, height, { top, bottom });
        for (const band of page.bands) {
          expect(band.y * page.unit).toBeGreaterThanOrEqual(Math.floor((height * top) / 100) - 0.001);
          expect((band.y + band.height) * page.unit).toBeLessThanOrEqual(
            height - Math.floor((height * bottom) / 100) + 0.001,
          );
        }
      }),
    );
  });

  it('do not overlap and meet at whole pixels', () => {
    const page = layOut(1080, 1920);
    expect(page.bands.map(({ edge }) => edge)).toEqual(['left', 'right', 'top', 'bottom']);
    for (const one of page.bands) {
      for (const value of [one.x, one.y, one.width, one.height])
        expect(Number.isInteger(value * page.unit)).toBe(true);
      for (const other of page.bands) {
        if (one === other) continue;
        const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
        const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
        expect(across > 0 && down > 0).toBe(false);
      }
    }
  });

  it('use units of which the short side has 1080', () => {
    const whole = layOut(1080, 1920);
    const half = layOut(540, 960);
    expect(half.width).toBe(whole.width);
    expect(half.side).toBe(whole.side);
    expect(layOut(1920, 1080).height).toBe(1080);
  });

  it('fade with the distance to the clear middle', () => {
    const page = layOut(1080, 1920);
    expect(distanceToClear(page, 540, 960)).toBe(0);
    expect(distanceToClear(page, 0, 960)).toBe(page.side);
    expect(distanceToClear(page, page.side - 3, page.top - 4)).toBe(5);
  });
});

describe('effect line', () => {
  const page = layOut(1080, 1920);

  it('becomes longer with each level', () => {
    const lengths = ([1, 2, 3] as const).map((level) => routeOf(page, level).length);
    expect(lengths[1]).toBeGreaterThan((lengths[0] ?? 0) * 1.8);
    expect(lengths[2]).toBeGreaterThan((lengths[1] ?? 0) * 1.5);
  });

  it('stays out of the middle of the page', () => {
    for (const level of [1, 2, 3] as const) {
      for (const { x, y, inX, inY } of routeOf(page, level)) {
        expect(distanceToClear(page, x, y)).toBeGreaterThan(0);
        expect(inX * (540 - x) + inY * (960 - y)).toBeGreaterThan(0);
        expect(Math.hypot(inX, inY)).toBeCloseTo(1, 1);
      }
    }
  });

  it('tapers at its ends unless it closes around the page', () => {
    expect(routeOf(page, 2)[0]?.weight).toBe(0);
    expect(routeOf(page, 1).at(-1)?.weight).toBeLessThan(0.1);
    expect(routeOf(page, 3).every(({ weight }) => weight === 1)).toBe(true);
  });
});

describe('seeded random', () => {
  it('returns the same sequence for the same seed only', () => {
    const take = (seed: number) => {
      const random = seeded(seed);
      return Array.from({ length: 50 }, random);
    };
    expect(take(7)).toEqual(take(7));
    expect(take(7)).not.toEqual(take(8));
  });

  it('is evenly distributed from 0 to below 1', () => {
    const random = seeded(1);
    const values = Array.from({ length: 20_000 }, random);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(1);
    expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(0.5, 1);
  });
});
