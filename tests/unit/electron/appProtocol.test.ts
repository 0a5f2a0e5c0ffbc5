import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveAsset } from '#electron/safety/appProtocol.ts';

describe('resolveAsset', () => {
  it.each([
    ['/assets/index-Bx_1.js', 'assets/index-Bx_1.js'],
    ['/icon.svg', 'icon.svg'],
    ['//icon.svg', 'icon.svg'],
    ['/fonts/a%40b.woff2', 'fonts/a@b.woff2'],
  ])('resolves %s to the file %s', (pathname, relative) => {
    expect(resolveAsset(pathname)).toEqual({ kind: 'file', relative });
  });

  it.each(['/', '/tool', '/tool/setting', '/workbench', '/404'])(
    'resolves %s to the single page',
    (pathname) => {
      expect(resolveAsset(pathname)).toEqual({ kind: 'page' });
    },
  );

  it.each([
    '/../main.js',
    '/..%2fmain.js',
    '/%2e%2e/main.js',
    '/%2e%2e%5cmain.js',
    '/a/..\\..\\main.js',
    '/assets/.env.json',
    '/.git/config.json',
    '/C:/Windows/win.json',
    '/assets/a.js%00.png',
    '/assets/a.js ',
    '/con.js',
    '/assets/NUL.js',
    '/COM1.json',
    '/a.js:stream.js',
    '/a.js.',
    '/a.exe',
    '/main.js.map',
    '/a.ts',
    '/%',
    '/%ff.js',
    `/${'a'.repeat(2000)}.js`,
    'tool',
    '',
  ])('refuses %j', (pathname) => {
    expect(resolveAsset(pathname)).toEqual({ kind: 'refused' });
  });

  it('never resolves any path to a file outside the root', () => {
    const root = path.resolve('/srv/pages');
    const piece = fc.constantFrom(
      '..',
      '.',
      '%2e',
      '%2f',
      '%5c',
      '\\',
      '/',
      'a',
      'b.js',
      ':',
      '%00',
      '~',
      'C:',
      '.js',
    );
    const any = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 12 }).map((parts) => `/${parts.join('')}`),
    );
    fc.assert(
      fc.property(any, (pathname) => {
        const asset = resolveAsset(pathname);
        if (asset.kind !== 'file') return;
        for (const system of [path.posix, path.win32]) {
          const resolved = system.resolve(root, ...asset.relative.split('/'));
          expect(resolved.startsWith(system.resolve(root) + system.sep)).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
