import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';

/*
 * Replaces `vitest` in test files while mutants run. The assertions are Vitest's own. Tests are only collected, so that
 * one process can run them many times. A test file that needs more than this file exports does not load, and the run
 * fails with its name.
 */
export { expect };

const LONGEST_POLL = 4000;
const POLL_INTERVAL = 10;

type Hook = () => unknown;

export interface CollectedTest {
  name: string;
  run: () => Promise<void>;
}

interface Suite {
  name: string;
  before: Hook[];
  after: Hook[];
}

/** Thrown by a test that skips itself. */
class Skipped extends Error {}

let collected: CollectedTest[] = [];
let suites: Suite[] = [];

// Vitest's own `expect.poll` needs Vitest's runner.
Object.assign(expect, { poll });

/** The tests that `load` defines, in their order. */
export async function collect(load: () => Promise<unknown>): Promise<CollectedTest[]> {
  collected = [];
  suites = [{ name: '', before: [], after: [] }];
  await load();
  return collected;
}

export function beforeEach(hook: Hook): void {
  suites.at(-1)?.before.push(hook);
}

export function afterEach(hook: Hook): void {
  suites.at(-1)?.after.push(hook);
}

export const describe = Object.assign(suite, { each: table(suite), skip });
export const it = Object.assign(test, { each: table(test), skip, todo: skip });
export { it as test };

function skip(): void {}

function suite(name: string, ...rest: unknown[]): void {
  const body = bodyOf<() => unknown>(rest);
  if (body === null) return;
  suites.push({ name, before: [], after: [] });
  body();
  suites.pop();
}

function test(name: string, ...rest: unknown[]): void {
  const body = bodyOf<(context: object) => unknown>(rest);
  if (body === null) return;
  const around = [...suites];
  const title = [...around.map((each) => each.name), name].filter((each) => each !== '').join(' > ');
  collected.push({
    name: title,
    run: async () => {
      const context = {
        skip: () => {
          throw new Skipped();
        },
      };
      try {
        for (const { before } of around) for (const hook of before) await hook();
        await body(context);
      } catch (error) {
        if (!(error instanceof Skipped)) throw error;
      } finally {
        for (const { after } of around.toReversed()) for (const hook of after) await hook();
      }
    },
  });
}

/** `each` of `define`: it defines one suite or test per row. */
function table(define: (name: string, body: () => unknown) => void) {
  return (rows: readonly unknown[]) =>
    (name: string, ...rest: unknown[]): void => {
      const body = bodyOf<(...args: unknown[]) => unknown>(rest);
      if (body === null) return;
      for (const [index, row] of rows.entries()) {
        define(`${name} [${index}]`, () => body(...(Array.isArray(row) ? row : [row])));
      }
    };
}

/** The function among the arguments of a suite or test, or null if its options skip it. */
function bodyOf<Body extends (...args: never[]) => unknown>(rest: readonly unknown[]): Body | null {
  const skipped = rest.some(
    (each) => typeof each === 'object' && each !== null && 'skip' in each && each.skip === true,
  );
  if (skipped) return null;
  return rest.find((each): each is Body => typeof each === 'function') ?? null;
}

/** Repeats an assertion until it holds. */
function poll(read: () => unknown): object {
  return new Proxy(
    {},
    {
      get:
        (_target, matcher) =>
        async (...args: unknown[]) => {
          for (const end = performance.now() + LONGEST_POLL; ; await wait(POLL_INTERVAL)) {
            try {
              const assertion: object = expect(await read());
              return Reflect.apply(Reflect.get(assertion, matcher, assertion), assertion, args);
            } catch (error) {
              if (performance.now() > end) throw error;
            }
          }
        },
    },
  );
}
