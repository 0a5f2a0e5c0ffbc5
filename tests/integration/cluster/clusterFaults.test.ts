import { expect, it } from 'vitest';
import { playOnCluster } from '#tests/soak/cluster.ts';

/** Some 40 seconds on two idle cores, and much longer on a busy machine. */
const TIMEOUT_MS = 300_000;

it(
  'shows on three servers count every acknowledged gift once, whatever happens to a server or the database',
  async () => {
    const { gifts, gaps, disagree } = await playOnCluster({
      seed: 26,
      shows: 3,
      giftsPerSecond: 10,
      speed: 2,
      faults: ['kill', 'cut', 'upgrade', 'failover', 'freeze', 'stop'],
      betweenMs: 2000,
      // Longer than a lease, so that another server continues the shows.
      awayMs: 8000,
      say: () => {},
    });
    expect(disagree).toEqual([]);
    expect(gifts).toBeGreaterThan(500);
    expect(gaps).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);
