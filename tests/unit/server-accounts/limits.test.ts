import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { senderOf } from '#server/limits/address.ts';
import { Buckets } from '#server/limits/buckets.ts';

describe('a bucket of tokens', () => {
  it('never grants more than its burst and what came since, in any order of waiting', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(
        steps,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 10 }),
        (waits, burst, perSecond) => {
          let now = 0;
          const buckets = new Buckets({ burst, perSecond }, () => now);
          let granted = 0;
          for (const wait of waits) {
            now += wait;
            if (buckets.take('one') === 0) granted += 1;
          }
          const total = waits.reduce((sum, wait) => sum + wait, 0) - (waits[0] ?? 0);
          expect(granted).toBeLessThanOrEqual(burst + (total / 1000) * perSecond + 1e-6);
          expect(granted).toBeGreaterThanOrEqual(Math.min(waits.length, burst));
        },
      ),
    );
  });

  it('says exactly how long to wait', () => {
    let now = 0;
    const buckets = new Buckets({ burst: 1, perSecond: 0.5 }, () => now);
    expect(buckets.take('x')).toBe(0);
    expect(buckets.take('x')).toBeCloseTo(2);
    now = 1999;
    expect(buckets.take('x')).toBeGreaterThan(0);
    now = 2000;
    expect(buckets.take('x')).toBe(0);
  });

  it('keeps one sender’s tokens apart from another’s, however many there are', () => {
    const buckets = new Buckets({ burst: 1, perSecond: 1 }, () => 0);
    let refused = 0;
    for (let index = 0; index < 60_000; index += 1) refused += buckets.take(`s${index}`);
    expect(refused).toBe(0);
    expect(buckets.take('s59999')).toBeGreaterThan(0);
  });
});

describe('one sender', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['2001:DB8::1', '2001:db8:0:0'],
    ['2001:0db8:0000:0000::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('with the address %s is %s', (ip, sender) => expect(senderOf(ip)).toBe(sender));
});
