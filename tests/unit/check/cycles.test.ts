import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importCycles } from '#tests/check/cycles.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cycles-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function cyclesOf(sources: Record<string, string>): string[][] {
  const paths = Object.entries(sources).map(([name, source]) => {
    writeFileSync(join(root, name), source);
    return join(root, name);
  });
  return importCycles(root, paths);
}

describe('import cycle check', () => {
  it('finds files that import each other, directly, over several files and by types alone', () => {
    const cycles = cyclesOf({
      'a.ts': "import { b } from './b.ts'; export type A = typeof b;",
      'b.ts': "import type { C } from '#c.ts'; export const b: C = 1;",
      'c.ts': "export type { A } from './a.ts'; export type C = number;",
      'd.ts': "import { b } from './b.ts'; b;",
    });
    expect(cycles).toEqual([['a.ts', 'b.ts', 'c.ts']]);
  });

  it('finds a cycle that a dynamic import closes, and a file that imports itself', () => {
    const cycles = cyclesOf({
      'a.ts': "export const load = () => import('./b.ts');",
      'b.ts': "import type { load } from './a.ts'; export type B = typeof load;",
      'c.ts': "import type { C } from './c.ts'; export type C = 1;",
    });
    expect(cycles).toEqual([['a.ts', 'b.ts'], ['c.ts']]);
  });

  it('accepts a file that two others import', () => {
    const cycles = cyclesOf({
      'a.ts': "import './b.ts'; import './c.ts';",
      'b.ts': "import './c.ts';",
      'c.ts': 'export const c = 1;',
    });
    expect(cycles).toEqual([]);
  });
});
