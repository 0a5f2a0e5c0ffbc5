import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureDesktopBuild, root } from '#tests/electron/build.ts';

/** Licences that ask for no more than their own text. */
const PERMISSIVE = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', '0BSD'];

/** These packages are published with the name of their licence only. */
const WITHOUT_TEXT = ['lazy-val'];

/** A section of a build's list. Texts have headings of their own, which name no licence. */
const SECTION = /^## (?<name>\S+) - (?<version>\d\S*) \((?<licence>[^)]+)\)$/gm;

function listOf(build: string) {
  const text = readFileSync(join(root, 'dist', build, 'licenses.txt'), 'utf8');
  const heads = [...text.matchAll(SECTION)];
  return heads.map((head, index) => ({
    name: head.groups?.name ?? '',
    licence: head.groups?.licence ?? '',
    text: text.slice(head.index + head[0].length, heads[index + 1]?.index).trim(),
  }));
}

describe('licences of the bundled packages', () => {
  beforeAll(async () => {
    await ensureDesktopBuild();
  });

  it.each(['renderer', 'overlay', 'electron'])(
    'are in the build of %s, with a permissive licence and its text',
    (build) => {
      const list = listOf(build);
      expect(list).not.toEqual([]);
      for (const { name, licence } of list) expect(PERMISSIVE, name).toContain(licence);
      const silent = list.filter(({ text }) => text === '').map(({ name }) => name);
      expect(silent.filter((name) => !WITHOUT_TEXT.includes(name))).toEqual([]);
    },
  );

  it('include packages of which the pages have styles and fonts only', () => {
    const names = listOf('renderer').map(({ name }) => name);
    for (const name of ['react', 'primereact', 'primeicons', '@primeuix/themes', '@primeuix/styled'])
      expect(names).toContain(name);
  });
});
