import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { OverlayShow } from './overlayShow.ts';
import type { SoakOptions, SoakResult } from './soak.ts';

const HOURS = 8;
/** Memory grows in the first hour only: viewers, streaks of the last half hour, database caches. */
const WARM_HOURS = 1;
/** Allowed difference of memory between two hours of the same show, bytes. */
const FLAT_WITHIN = 12 * 1024 * 1024;

/**
 * Eight hours of a busy show, as fast as possible, with all kinds of widgets open. After each hour, the state of each
 * page must equal the state of a new page, and memory must be flat.
 */
export async function soak({ count = HOURS, seed, say }: SoakOptions): Promise<SoakResult> {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-soak-'));
  const show = new OverlayShow(folder, seed);
  const heaps: number[] = [];
  let drifted = 0;
  try {
    await show.begin();
    for (let hour = 1; hour <= count; hour += 1) {
      await show.playHour();
      const now = await show.asToldNow();
      const wrong = show.pages.filter((page, index) => !isDeepStrictEqual(page.state, now[index]));
      drifted += wrong.length;
      heaps.push(heapUsed());
      const mb = ((heaps.at(-1) ?? 0) / 1024 / 1024).toFixed(1);
      const verdict =
        wrong.length === 0 ? 'all as it is' : `${wrong.map(({ kind }) => kind).join(', ')} DRIFTED`;
      say(`hour ${hour}: ${show.gifts} gifts, ${show.changes} changes told, ${mb} MB, ${verdict}`);
    }
  } finally {
    await show.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const settled = heaps.slice(Math.min(WARM_HOURS, heaps.length - 1));
  const growth = Math.max(...settled) - (settled[0] ?? 0);
  return {
    passed: drifted === 0 && growth < FLAT_WITHIN,
    hours: heaps.length,
    gifts: show.gifts,
    changes: show.changes,
    drifted,
    heapGrowthMb: Number((growth / 1024 / 1024).toFixed(1)),
  };
}

const collect = z.custom<() => void>((value) => typeof value === 'function');

/** Memory in use after garbage collection. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  collect.parse(runInNewContext('gc'))();
  return process.memoryUsage().heapUsed + process.memoryUsage().external;
}
