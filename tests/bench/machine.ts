import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** A time, ms since the epoch, in which the machine let nobody run. */
export interface Stall {
  from: number;
  until: number;
}

const stallSchema = z.object({ from: z.number(), until: z.number() });

/**
 * Watches whether the machine itself stands still, as a virtual one does when its host is busy: no program can paint
 * then. Only a process that goes before all others can tell that from a machine that is merely busy, so where that is
 * not allowed nothing is noticed. The result ends the watch.
 */
export function watchMachine(): () => Promise<Stall[]> {
  const watch = spawn(process.execPath, [join(import.meta.dirname, 'machineWatch.ts')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const said = text(watch.stdout);
  const ended = once(watch, 'close');
  return async () => {
    watch.stdin.on('error', () => undefined).end();
    await ended;
    const lines = (await said).split('\n').filter((line) => line !== '');
    return lines.map((line) => stallSchema.parse(JSON.parse(line)));
  };
}

/** How long something took that went on from `from` to `until`, without the time in which the machine stood still. */
export function ownTime(from: number, until: number, stalls: readonly Stall[]): number {
  let lost = 0;
  for (const stall of stalls) {
    lost += Math.max(0, Math.min(until, stall.until) - Math.max(from, stall.from));
  }
  return until - from - lost;
}
