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
  write('said: number = 1');
  writeFileSync(
    join(root, 'server/begin.ts'),
    `import { startCompileCache } from './compileCache.ts';
    const isFirst = startCompileCache();
    const { said } = await import('./rest.ts');
    console.log(JSON.stringify([isFirst, said]));`,
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (what: string) => writeFileSync(join(root, 'server/rest.ts'), `export const ${what};`);
/** What one start of the small program says: whether nothing had been kept, and what its second module exports. */
const run = (env: Record<string, string> = {}) => {
  const { stdout, stderr, status } = spawnSync('node', [join(root, 'server/begin.ts')], {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: undefined, NODE_OPTIONS: '', ...env },
  });
  expect([stderr.replaceAll(/^\[compile cache\].*\n?/gm, ''), status]).toEqual(['', 0]);
  return { said: JSON.parse(stdout.split('\n').findLast((line) => line.startsWith('[')) ?? ''), stdout };
};

describe('what Node makes of the sources', () => {
  it('is kept in the folder of what is built, and found by the next start', () => {
    expect(run().said).toEqual([true, 1]);
    const kept = readdirSync(join(root, 'dist/cache'), { recursive: true, withFileTypes: true });
    expect(kept.filter((entry) => entry.isFile()).length).toBeGreaterThan(0);
    expect(run().said).toEqual([false, 1]);
  });

  it('is never that of an earlier version of a file', () => {
    run();
    write('said: number = 2');
    expect(run().said).toEqual([false, 2]);
  });

  it('is done without where the folder cannot be made', () => {
    writeFileSync(join(root, 'dist'), 'a file');
    expect(run().said).toEqual([true, 1]);
    expect(existsSync(join(root, 'dist/cache'))).toBe(false);
  });
});
