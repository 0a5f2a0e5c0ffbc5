import { expect, it } from 'vitest';
import { hostShow } from '#tests/soak/wholeShow/hostShow.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';

const MINUTE = 60;
/** The show takes less than two minutes while other tests run, and longer on a busy machine. */
const TIMEOUT_MS = 400_000;

it(
  'a show with every incident has the same count on screen, on stream, in the report, its files, the payout and for programs',
  async () => {
    const { truth, disagree, rounds, corrections, gaps, hooks, incidents, complaints } = await hostShow({
      browser: await sharedBrowser(),
      seed: 7,
      say: () => {},
      looks: 0,
      passes: 1,
      seconds: 8 * MINUTE,
      speed: 60,
      giftsPerSecond: 3,
    });
    expect(disagree).toEqual({});
    expect(truth.gifts).toBeGreaterThan(2000);
    expect(rounds).toBe(8);
    expect(incidents).toBe(9);
    expect(corrections).toBeGreaterThan(20);
    expect(gaps).toBeGreaterThanOrEqual(2);
    expect(hooks).toBeGreaterThan(10);
    expect(complaints).toEqual([]);
  },
  TIMEOUT_MS,
);
