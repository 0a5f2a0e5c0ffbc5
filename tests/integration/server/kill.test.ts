import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { killDuringWrites } from './support/killRounds.ts';

describe('a server that is killed while it writes', () => {
  it('loses no acknowledged write in five rounds', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'ringside-kill-'));
    const report = await killDuringWrites(dataDir, 5, 11);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    expect(report.lost).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(50);
  }, 120_000);
});
