import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 40;

/** Looks again and again until something holds, for tests and for tools that run outside of them. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string | (() => string),
  limitMs = 30_000,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > deadline) {
      throw new Error(`waited ${limitMs} ms in vain for ${typeof what === 'string' ? what : what()}`);
    }
    await pause(LOOK_EVERY_MS);
  }
}
