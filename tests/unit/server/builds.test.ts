import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureServerBuild, ensureWebBuild } from '#server/builds.ts';

let root = '';
let builds = 0;
const rule = () => join(root, 'shared/deep/rule.ts');
const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const ensure = async () => {
  const { build } = await ensureWebBuild(
    root,
    () => undefined,
    async () => {
      builds += 1;
      for (const part of ['renderer', 'overlay']) write(join(root, 'dist', part, 'index.html'), '');
    },
  );
  return build;
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ringside-web-'));
  builds = 0;
  write(join(root, 'renderer/main.ts'), 'main');
  write(rule(), 'one');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the build of the web app', () => {
  it('is made by the first start, and again only if a file of it is missing', async () => {
    const first = await ensure();
    expect([await ensure(), builds]).toEqual([first, 1]);
    rmSync(join(root, 'dist/overlay/index.html'));
    expect([await ensure(), builds]).toEqual([first, 2]);
  });

  it('is made again under another name after any change, also one that keeps the size and time of a file', async () => {
    const first = await ensure();
    const { atime, mtime } = statSync(rule());
    writeFileSync(rule(), 'two');
    utimesSync(rule(), atime, mtime);
    const second = await ensure();
    expect([second === first, builds]).toEqual([false, 2]);
    write(join(root, 'shared/added.ts'), '');
    expect([(await ensure()) === second, builds]).toEqual([false, 3]);
  });

  it('is not made again for sources that were only touched', async () => {
    const first = await ensure();
    const before = readFileSync(join(root, 'dist/renderer/.sources'), 'utf8');
    utimesSync(rule(), 1, 1);
    expect([await ensure(), builds]).toEqual([first, 1]);
    expect(readFileSync(join(root, 'dist/renderer/.sources'), 'utf8')).not.toBe(before);
  });
});

describe('the bundle of the server', () => {
  const bundle = () =>
    ensureServerBuild(
      root,
      () => undefined,
      async (_root, build) => {
        builds += 1;
        write(join(root, 'dist/server', build, 'main.js'), '');
      },
    );

  it('is made by the first start, and again in another folder after a change', async () => {
    const first = await bundle();
    expect([await bundle(), builds, existsSync(first)]).toEqual([first, 1, true]);
    write(join(root, 'server/main.ts'), 'changed');
    const second = await bundle();
    expect([second === first, builds, existsSync(second)]).toEqual([false, 2, true]);
    // A running server may still load modules of its bundle.
    expect(existsSync(first)).toBe(true);
  });

  it('is made again if it was removed', async () => {
    rmSync(await bundle());
    expect([existsSync(await bundle()), builds]).toEqual([true, 2]);
  });

  it('is not made again after a change of the web app only', async () => {
    await bundle();
    write(join(root, 'renderer/main.ts'), 'changed');
    await bundle();
    expect(builds).toBe(1);
  });
});
