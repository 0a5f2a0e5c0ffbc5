import { launchBrowser } from '#tests/support/browser.ts';
import type { SoakOptions, SoakResult } from './soak.ts';
import { hostShow } from './wholeShow/hostShow.ts';
import type { Sample } from './wholeShow/sample.ts';

const HOURS = 12;
const HOUR_S = 3600;
const SPEED = 160;
const GIFTS_PER_SECOND = 3;
const LOOKS_A_ROUND = 2;
/** How often each mode is played and each incident happens. */
const PASSES = 4;
/** Allowed growth from the second to the last quarter: memory (MB), as viewers accumulate, and frame time (ms). */
const FLAT_WITHIN = { pageMb: 40, serverMb: 120, middleFrame: 4 };

/** Twelve hours of a busy room, played fast, with every kind of incident. */
export async function soak({ count = HOURS, seed, say }: SoakOptions): Promise<SoakResult> {
  const browser = await launchBrowser();
  try {
    const { samples, disagree, complaints, ...verdict } = await hostShow({
      browser,
      seed,
      say,
      seconds: count * HOUR_S,
      speed: SPEED,
      giftsPerSecond: GIFTS_PER_SECOND,
      looks: LOOKS_A_ROUND,
      passes: PASSES,
    });
    const growth = growthOf(samples);
    const flat = Object.entries(FLAT_WITHIN).every(([what, limit]) => (growth[what] ?? 0) <= limit);
    const passed = flat && complaints.length === 0 && Object.keys(disagree).length === 0;
    return { passed, hours: count, ...verdict, disagree, complaints, flat, growth, samples };
  } finally {
    await browser.close();
  }
}

/** Median of the last quarter minus median of the second one: single samples may be outliers. */
function growthOf(samples: readonly Sample[]): Record<string, number> {
  const quarter = Math.floor(samples.length / 4);
  const middle = (part: readonly Sample[], what: 'pageMb' | 'serverMb' | 'middleFrame') => {
    const values = part.map((sample) => sample[what]).sort((a, b) => a - b);
    return values[Math.floor(values.length / 2)] ?? 0;
  };
  const grew = (what: 'pageMb' | 'serverMb' | 'middleFrame') =>
    middle(samples.slice(-quarter), what) - middle(samples.slice(quarter, 2 * quarter), what);
  return { pageMb: grew('pageMb'), serverMb: grew('serverMb'), middleFrame: grew('middleFrame') };
}
