import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut, opacityAt } from '../../../overlay/effects/core/page.ts';
import { seeded } from '../../../overlay/effects/core/random.ts';

const pageArb = fc.record({
  width: fc.integer({ min: 40, max: 4000 }),
  height: fc.integer({ min: 40, max: 4000 }),
  top: fc.integer({ min: 0, max: 49 }),
  bottom: fc.integer({ min: 0, max: 49 }),
  side: fc.integer({ min: 2, max: 20 }),
});

/** Three layers of this opacity cover 15 %. */
const LAYER = 1 - (1 - 0.15) ** (1 / 3);

/** A page of a stream without indents. */
const stream = (width = 1080, height = 1920, side = 7) => layOut(width, height, { top: 0, bottom: 0, side });

describe('effect bands', () => {
  it('never cover the middle 60 % of a page', () => {
    fc.assert(
      fc.property(pageArb, ({ width, height, ...margins }) => {
        const page = layOut(width, height, margins);
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
      fc.property(pageArb, ({ width, height, ...margins }) => {
        const page = layOut(width, height, margins);
        for (const band of page.bands) {
          expect(band.y * page.unit).toBeGreaterThanOrEqual(Math.floor((height * margins.top) / 100) - 0.001);
          expect((band.y + band.height) * page.unit).toBeLessThanOrEqual(
            height - Math.floor((height * margins.bottom) / 100) + 0.001,
          );
        }
      }),
    );
  });

  it('do not overlap and meet at whole pixels', () => {
    const page = stream();
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
    const whole = stream(1000, 2000);
    const half = stream(500, 1000);
    expect(half.width).toBe(whole.width);
    expect(half.side).toBe(whole.side);
    expect(stream(1920, 1080).height).toBe(1080);
  });

  it('fade out towards the clear middle, in each direction', () => {
    const page = stream();
    expect(opacityAt(page, 540, 1400)).toBe(0);
    expect(opacityAt(page, 0, 1400)).toBe(1);
    const soft = [1, 0.5, 0].map((part) => opacityAt(page, page.side * part, 1400));
    expect(soft[0]).toBe(0);
    expect(soft[1]).toBeGreaterThan(0.5);
    expect(soft[2]).toBe(1);
    expect(opacityAt(page, 540, page.top - 4)).toBeLessThan(0.05);
    expect(opacityAt(page, 540, 10)).toBe(1);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('leave the faces of %i performers side by side clear', (performers) => {
    for (const [width, height] of [
      [1080, 1920],
      [1920, 1080],
    ] as const) {
      for (const side of [7, 20]) {
        const page = stream(width, height, side);
        // A face fills the middle 60 % of its performer's part.
        const first = page.width * (0.2 / performers);
        for (let x = first; x <= page.width - first; x += 5) {
          for (let y = page.height * 0.25; y <= page.height * 0.55; y += 20) {
            expect(opacityAt(page, x, y)).toBeLessThanOrEqual(LAYER);
          }
        }
      }
    }
  });

  it('keep a border beside the faces, on both sides', () => {
    const page = stream();
    expect(opacityAt(page, 5, 700)).toBe(1);
    expect(opacityAt(page, page.width - 5, 700)).toBe(1);
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
