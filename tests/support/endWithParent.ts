import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * Ends a child process when the test process that started it is gone, so that a killed test run leaves no server behind.
 * Start the child with `endsWithParent.args` and `endsWithParent.env`. Children of the child ignore them.
 */
export const endsWithParent = {
  args: ['--import', pathToFileURL(import.meta.filename).href],
  env: { RINGSIDE_TEST_PID: String(process.pid) },
} as const;

const LOOK_EVERY_MS = 1000;
const parent = process.ppid;
const tests = process.env.RINGSIDE_TEST_PID;

// A process whose parent has ended gets another one.
if (tests === String(parent)) {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, LOOK_EVERY_MS).unref();
} else if (process.platform === 'linux' && tests !== undefined && !existsSync(`/proc/${tests}`)) {
  // The parent ended before this module was loaded.
  process.kill(process.pid, 'SIGKILL');
}
