import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** A period in which the whole machine stood still, ms since the epoch. */
interface Stall {
  from: number;
  until: number;
}

const stallSchema = z.object({ from: z.number(), until: z.number() });

/**
 * Records stalls of the whole machine, for example of a virtual machine on a busy host. Needs permission to raise the
 * process priority; without it, records none, because a stall then looks like load. The returned function stops the
 * recording.
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

/** The time from `from` to `until`, minus the stalls, ms. */
export function ownTime(from: number, until: number, stalls: readonly Stall[]): number {
  let lost = 0;
  for (const stall of stalls) {
    lost += Math.max(0, Math.min(until, stall.until) - Math.max(from, stall.from));
  }
  return until - from - lost;
}
