import { expect, it } from 'vitest';
import { hostShow } from '#tests/soak/wholeShow/hostShow.ts';
import { launchBrowser } from '#tests/support/browser.ts';

const MINUTE = 60;
/** The show takes half a minute on two idle cores, and much longer on a busy machine. */
const TIMEOUT_MS = 400_000;

it(
  'a show with every incident has the same count on screen, on stream, in the report and in its files',
  async () => {
    const browser = await launchBrowser();
    try {
      const { truth, disagree, rounds, corrections, gaps, complaints } = await hostShow({
        browser,
        seed: 7,
        say: () => {},
        looks: 0,
        seconds: 15 * MINUTE,
        speed: 120,
        giftsPerSecond: 3,
      });
      expect(disagree).toEqual({});
      expect(truth.gifts).toBeGreaterThan(2000);
      expect(rounds).toBe(16);
      expect(corrections).toBeGreaterThan(30);
      expect(gaps).toBeGreaterThanOrEqual(5);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  },
  TIMEOUT_MS,
);
