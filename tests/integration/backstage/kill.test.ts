import { describe, expect, it } from 'vitest';
import { runKills } from './killing.ts';
import { temporaryFolder } from './setup.ts';

describe('backstage that is killed during a show', () => {
  it('has counted exactly the delivered gifts after each of eight kills', async () => {
    const { kills, rows, truth } = await runKills({
      dataDir: temporaryFolder(),
      kills: 8,
      seed: 20,
      giftsPerSecond: 150,
    });
    expect(kills.filter(({ equal }) => !equal)).toEqual([]);
    expect(kills.at(-1)?.counted.gifts).toBeGreaterThan(100);
    const byKey = (line: { userId: string; giftId: number }) => `${line.userId} ${line.giftId}`;
    const sorted = (lines: typeof rows) => lines.toSorted((a, b) => (byKey(a) < byKey(b) ? -1 : 1));
    expect(sorted(rows)).toEqual(sorted(truth));
  });
});
