import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHubClock, reconnectDelay } from '../../../overlay/client/client.ts';

describe('hub clock', () => {
  it('has at most an error of half the shortest round trip', () => {
    const trips = fc.array(fc.record({ out: fc.nat(200), back: fc.nat(200) }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), trips, (offset, all) => {
        const clock = createHubClock();
        let now = 0;
        for (const { out, back } of all) {
          clock.sample(now + out + offset, now, now + out + back);
          now += 20_000;
        }
        const best = Math.min(...all.map(({ out, back }) => (out + back) / 2));
        expect(Math.abs(clock.at(now) - (now + offset))).toBeLessThanOrEqual(best + 1e-6);
      }),
    );
  });

  it("follows a jump of the hub's clock", () => {
    const clock = createHubClock();
    clock.sample(5000, 0, 2);
    clock.sample(90_000_000, 20_000, 20_400);
    expect(clock.at(20_400)).toBeCloseTo(90_000_200, 0);
  });

  it("returns the page's time without a sample", () => {
    expect(createHubClock().at(123)).toBe(123);
  });
});

describe('reconnect delay', () => {
  it('grows with jitter up to 15 seconds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, chance) => {
          const wait = reconnectDelay(failures, chance);
          expect(wait).toBeGreaterThanOrEqual(250);
          expect(wait).toBeLessThanOrEqual(15_000);
          expect(reconnectDelay(failures + 1, chance)).toBeGreaterThanOrEqual(wait);
        },
      ),
    );
    expect(reconnectDelay(3, 0)).not.toBe(reconnectDelay(3, 1));
  });
});
