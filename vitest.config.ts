import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longestFirst.ts';

/**
 * Tests with real sockets or a real browser run a second time after a failure, because the machine may be busy. The
 * summary names the tests that needed it (`tests/support/secondTries.ts`). Unit and component tests run once.
 */
const SECOND_TRY = 1;

/** The files of a thread share its modules, because tests leave no state behind. There is a thread for each core. */
const SHARED_MODULES = { pool: 'threads', isolate: false, maxWorkers: '100%' } as const;

/** The same for tests that need a process of their own: loading the product once more costs seconds. */
const SHARED_PROCESSES = { pool: 'forks', isolate: false, maxWorkers: '100%' } as const;

/**
 * One project for each kind of test: modules without I/O, React components in jsdom, parts of the product with real
 * sockets and a real database, and the whole product in a real browser. The faster kinds run first.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          expect: { poll: { timeout: 4000, interval: 10 } },
          include: ['tests/unit/**/*.test.ts', 'tests/unit/**/*.test.tsx'],
          ...SHARED_MODULES,
          // A property is tried on hundreds of shows. The limit is for a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'component',
          ...SHARED_MODULES,
          environment: 'jsdom',
          include: ['tests/component/**/*.test.tsx'],
          setupFiles: ['tests/component/setup.ts'],
          // The tests mount the whole tool. The limit is for a busy machine.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'integration',
          expect: { poll: { timeout: 20_000, interval: 20 } },
          include: ['tests/integration/**/*.test.ts'],
          ...SHARED_PROCESSES,
          sequence: { groupOrder: 1 },
          retry: SECOND_TRY,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          // The limit is for a busy machine: usually the expected state appears within two frames.
          expect: { poll: { timeout: 20_000, interval: 50 } },
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/databases.ts'],
          setupFiles: ['tests/e2e/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          retry: SECOND_TRY,
          // Each file starts a server and a browser, and waits for them most of the time.
          ...SHARED_PROCESSES,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
