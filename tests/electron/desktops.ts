import { afterEach, expect } from 'vitest';
import { Desktop, type DesktopOptions } from './launch.ts';

/** Starts desktop apps for a test file and stops each at the end of its test. */
export function desktopsOfTests(): (options?: DesktopOptions) => Promise<Desktop> {
  const running: Desktop[] = [];
  afterEach(async () => {
    for (const desktop of running.splice(0)) await desktop.dispose();
  });
  return async (options = {}) => {
    const desktop = await Desktop.launch(options);
    running.push(desktop);
    return desktop;
  };
}

/** Polls a value with the time limit of a busy machine. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 20_000, interval: 50 });
}
