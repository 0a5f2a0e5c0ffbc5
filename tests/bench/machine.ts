import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** A time in which the whole machine was stopped, ms since the epoch. */
export interface Stall {
  from: number;
  until: number;
}

const stallSchema = z.object({ from: z.number(), until: z.number() });

/**
 * Detects stalls of the machine, such as a virtual machine whose host is busy. Only a process with the highest priority
 * can tell a stall from load; without the permission for it, no stall is found. Call the result to end the watch.
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

/** The time from `from` to `until` without stalls, ms. */
export function ownTime(from: number, until: number, stalls: readonly Stall[]): number {
  let lost = 0;
  for (const stall of stalls) {
    lost += Math.max(0, Math.min(until, stall.until) - Math.max(from, stall.from));
  }
  return until - from - lost;
}
