import { defineConfig } from 'vitest/config';

/**
 * What runs over real sockets and in a real browser has a second try, for the sake of machines that are busy with
 * something else. Those that needed it are named at the end (`tests/support/secondTries.ts`); rules have none.
 */
const SECOND_TRY = 1;

/** The files of one thread load each module once, because they leave no state behind. They use every core. */
const SHARED_MODULES = { pool: 'threads', isolate: false, maxWorkers: '100%' } as const;

/**
 * Four kinds of test, four projects: rules without any I/O, React components in jsdom, parts over real sockets and a
 * real database, and the whole product in a real browser. The slower kinds run after the faster ones.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          expect: { poll: { timeout: 4000, interval: 10 } },
          include: ['tests/unit/**/*.test.ts', 'tests/unit/**/*.test.tsx'],
          ...SHARED_MODULES,
          // An upper bound for a busy machine: a law is tried on hundreds of shows.
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
          // The whole tool on a busy machine.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'integration',
          expect: { poll: { timeout: 20_000, interval: 20 } },
          include: ['tests/integration/**/*.test.ts'],
          maxWorkers: '100%',
          sequence: { groupOrder: 1 },
          retry: SECOND_TRY,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          // The limit is for a busy machine: usually the expected state comes within two frames.
          expect: { poll: { timeout: 20_000, interval: 50 } },
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          retry: SECOND_TRY,
          // Each file starts a server and a browser, and waits for them most of the time.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
