import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { runKills } from '#tests/integration/backstage/killing.ts';
import type { SoakOptions, SoakResult } from './soak.ts';

const KILLS = 50;

/** Kills a running show many times. After each kill, the count must match the delivered gifts. */
export async function soak({ count = KILLS, seed, say }: SoakOptions): Promise<SoakResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ringside-soak-'));
  try {
    const { kills, rows, truth } = await runKills({
      dataDir,
      kills: count,
      seed,
      giftsPerSecond: 200,
      faults: 'duplicate,reorder',
      said: ({ kill, livedMs, starting, counted, truth: delivered, equal }) => {
        const where = starting ? ', and once while starting' : '';
        const verdict = equal
          ? 'equal'
          : `NOT EQUAL to ${delivered.gifts} gifts, ${delivered.diamonds} diamonds`;
        say(
          `kill ${kill} after ${livedMs} ms${where}: ${counted.gifts} gifts, ${counted.diamonds} diamonds, ${verdict}`,
        );
      },
    });
    const byKey = new Map(rows.map((row) => [`${row.userId} ${row.giftId}`, row]));
    const rowsEqual =
      rows.length === truth.length &&
      truth.every((line) => isDeepStrictEqual(byKey.get(`${line.userId} ${line.giftId}`), line));
    const unequal = kills.filter(({ equal }) => !equal).length;
    return {
      passed: unequal === 0 && rowsEqual,
      kills: kills.length,
      whileStarting: kills.filter(({ starting }) => starting).length,
      unequal,
      rowsEqual,
      gifts: kills.at(-1)?.counted.gifts ?? 0,
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
