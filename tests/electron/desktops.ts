import { afterEach, expect } from 'vitest';
import { Desktop, type DesktopOptions } from './launch.ts';

/** Starts desktop apps for a test file and ends each with the test that started it. */
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

/** Waits until a value is what is expected of it, as long as a busy machine may take. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 20_000, interval: 50 });
}
