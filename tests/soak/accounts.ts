import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killDuringWrites } from '#tests/integration/server/support/killRounds.ts';
import type { SoakOptions, SoakResult } from './soak.ts';

const KILLS = 20;

/** Kills the accounts server during writes, many times. No acknowledged write may be lost. */
export async function soak({ count = KILLS, seed, say }: SoakOptions): Promise<SoakResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ringside-soak-accounts-'));
  try {
    const { acknowledged, lost, rounds } = await killDuringWrites(dataDir, count, seed);
    say(`${rounds} kills, ${acknowledged} acknowledged, ${lost.length} lost`);
    return { passed: lost.length === 0, kills: rounds, acknowledged, lost: lost.length };
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
