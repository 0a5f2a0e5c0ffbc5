import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { householdOf, networksOf } from '#server/limits/address.ts';
import { Buckets } from '#server/limits/buckets.ts';
import { createRateLimits, defaultLimits } from '#server/limits/limits.ts';

describe('token bucket', () => {
  it('never grants more than its burst and its refill, in any order of waiting', () => {
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

  it('returns the exact time to wait', () => {
    let now = 0;
    const buckets = new Buckets({ burst: 1, perSecond: 0.5 }, () => now);
    expect(buckets.take('x')).toBe(0);
    expect(buckets.take('x')).toBeCloseTo(2);
    now = 1999;
    expect(buckets.take('x')).toBeGreaterThan(0);
    now = 2000;
    expect(buckets.take('x')).toBe(0);
  });

  it('keeps one sender’s tokens apart from another’s, for any number of senders', () => {
    const buckets = new Buckets({ burst: 1, perSecond: 1 }, () => 0);
    let refused = 0;
    for (let index = 0; index < 60_000; index += 1) refused += buckets.take(`s${index}`);
    expect(refused).toBe(0);
    expect(buckets.take('s59999')).toBeGreaterThan(0);
  });
});

describe('sender', () => {
  it.each([
    ['192.0.2.1', ['192.0.2.1']],
    ['::ffff:192.0.2.1', ['192.0.2.1']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2/64', '2001:db8:1:000/56', '2001:db8:1/48']],
    ['2001:db8:1:ff2::', ['2001:db8:1:ff2/64', '2001:db8:1:f00/56', '2001:db8:1/48']],
    ['2001:DB8::1', ['2001:db8:0:0/64', '2001:db8:0:000/56', '2001:db8:0/48']],
    ['fe80::1%eth0', ['fe80:0:0:0/64', 'fe80:0:0:000/56', 'fe80:0:0/48']],
  ])('with the address %s belongs to the networks %j', (ip, networks) =>
    expect(networksOf(ip)).toEqual(networks),
  );

  it('shares its household’s limit within a /56, and not outside of it', () => {
    expect(householdOf('2001:db8:1:ff2::1')).toBe(householdOf('2001:db8:1:f09::9'));
    expect(householdOf('2001:db8:1:e02::1')).not.toBe(householdOf('2001:db8:1:f02::1'));
  });
});

describe('limits of senders', () => {
  const sizes = {
    ...defaultLimits,
    sender: { burst: 10, perSecond: 1 },
    strict: { ...defaultLimits.strict, secret: { burst: 2, perSecond: 1 } },
  };
  const granted = (limit: 'secret' | null, addresses: readonly string[]) => {
    const limits = createRateLimits(sizes, () => 0);
    return addresses.filter((ip) => limits.ofSender(ip, limit) === 0).length;
  };
  const many = Array.from({ length: 1000 }, (_, index) => index.toString(16));

  it('apply to a /64, a /56 and a /48 of IPv6, with a larger share for each wider network', () => {
    const within = (prefix: string) => many.map((part) => `${prefix}:${part}`);
    expect(granted(null, within('2001:db8:1:2:'))).toBe(10);
    expect(
      granted(
        null,
        many.map((part) => `2001:db8:1:${(Number.parseInt(part, 16) % 256).toString(16)}::1`),
      ),
    ).toBe(40);
    expect(
      granted(
        null,
        many.map((part) => `2001:db8:1:${part}::1`),
      ),
    ).toBe(160);
    expect(
      granted(
        'secret',
        many.map((part) => `2001:db8:1:${part}::1`),
      ),
    ).toBe(32);
  });

  it('protect other households of a network from one that sends too much', () => {
    const limits = createRateLimits(sizes, () => 0);
    for (const part of many) limits.ofSender(`2001:db8:1:2::${part}`, null);
    expect(limits.ofSender('2001:db8:1:2::1', null)).toBeGreaterThan(0);
    expect(limits.ofSender('2001:db8:1:3::1', null)).toBe(0);
  });
});
