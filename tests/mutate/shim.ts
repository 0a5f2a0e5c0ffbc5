import { expect } from 'vitest';

/*
 * What test files get in place of the test runner while mutants are run: the same assertions, and tests that are
 * only collected, so that one process can run them again and again. A file that asks for more than is here does
 * not load, and is named as left out.
 */
export { expect };

type Hook = () => unknown;
type Body = (...args: never[]) => unknown;

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

/** The tests that `load` brings, in their order. */
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

/** True where the options of a test or suite skip it. */
const isSkipped = (rest: readonly unknown[]): boolean =>
  rest.some((each) => typeof each === 'object' && each !== null && 'skip' in each && each.skip === true);

function suite(name: string, ...rest: unknown[]): void {
  const body = rest.find((each): each is () => unknown => typeof each === 'function');
  if (body === undefined || isSkipped(rest)) return;
  suites.push({ name, before: [], after: [] });
  body();
  suites.pop();
}

export const describe = suite;

function add(name: string, body: (context: object) => unknown): void {
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

function test(name: string, ...rest: unknown[]): void {
  const body = rest.find((each): each is (context: object) => unknown => typeof each === 'function');
  if (body !== undefined && !isSkipped(rest)) add(name, body);
}

function each(table: readonly unknown[]) {
  return (name: string, body: Body) => {
    for (const [index, row] of table.entries()) {
      const args = Array.isArray(row) ? row : [row];
      add(`${name} [${index}]`, () => Reflect.apply(body, undefined, args));
    }
  };
}

export const it = Object.assign(test, {
  each,
});
