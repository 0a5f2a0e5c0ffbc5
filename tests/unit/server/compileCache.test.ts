import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const sources = join(import.meta.dirname, '../../../server');
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ringside-compiled-'));
  mkdirSync(join(root, 'server'));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  for (const name of ['compileCache.ts', 'root.ts']) cpSync(join(sources, name), join(root, 'server', name));
  write('value: number = 1');
  writeFileSync(
    join(root, 'server/begin.ts'),
    `import { startCompileCache } from './compileCache.ts';
    const isFirst = startCompileCache();
    const { value } = await import('./rest.ts');
    console.log(JSON.stringify([isFirst, value]));`,
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (what: string) => writeFileSync(join(root, 'server/rest.ts'), `export const ${what};`);
/** Runs the small program. Returns whether there was no cache yet, and the export of its second module. */
const run = (env: Record<string, string> = {}) => {
  const { stdout, stderr, status } = spawnSync('node', [join(root, 'server/begin.ts')], {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: undefined, NODE_OPTIONS: '', ...env },
  });
  expect([stderr.replaceAll(/^\[compile cache\].*\n?/gm, ''), status]).toEqual(['', 0]);
  return { result: JSON.parse(stdout.split('\n').findLast((line) => line.startsWith('[')) ?? ''), stdout };
};

describe('the compile cache', () => {
  it('is stored in dist/cache, and the next start finds it', () => {
    expect(run().result).toEqual([true, 1]);
    const kept = readdirSync(join(root, 'dist/cache'), { recursive: true, withFileTypes: true });
    expect(kept.filter((entry) => entry.isFile()).length).toBeGreaterThan(0);
    expect(run().result).toEqual([false, 1]);
  });

  it('never returns an earlier version of a file', () => {
    run();
    write('value: number = 2');
    expect(run().result).toEqual([false, 2]);
  });

  it('is not used if its folder cannot be created', () => {
    writeFileSync(join(root, 'dist'), 'a file');
    expect(run().result).toEqual([true, 1]);
    expect(existsSync(join(root, 'dist/cache'))).toBe(false);
  });
});
