import { setTimeout as pause } from 'node:timers/promises';

const INTERVAL_MS = 40;

/** Polls until the condition holds, in tests and outside of them. Throws after `limitMs`. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string | (() => string),
  limitMs = 30_000,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > deadline) {
      throw new Error(`waited ${limitMs} ms without success for ${typeof what === 'string' ? what : what()}`);
    }
    await pause(INTERVAL_MS);
  }
}
