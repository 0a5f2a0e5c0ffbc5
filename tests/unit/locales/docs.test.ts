import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { notices } from '#renderer/features/help/topics.ts';
import { serverVariables } from '#server/config.ts';
import { errorCodes } from '#shared/contract/error.ts';
import {
  allPages,
  brokenBold,
  labelsOf,
  languageOf,
  linksOf,
  locales,
  pathsOf,
  quoted,
  ROOT,
} from './pages.ts';

const pages = allPages();
const forHosts = pages.filter((page) => languageOf(page) !== null);
const languages = Object.keys(locales);

function textOf(file: string): string {
  return pages.find((page) => page.file === file)?.text ?? '';
}

const readmes = ['README.md', 'README.ja.md', 'README.zh_CN.md'];

describe('documentation pages', () => {
  it('have no broken links or pictures', () => {
    const lost = pages.flatMap((page) =>
      linksOf(page)
        .filter((target) => !existsSync(join(ROOT, dirname(page.file), target.replace(/#.*$/, ''))))
        .map((target) => `${page.file}: ${target}`),
    );
    expect(lost).toEqual([]);
  });

  it('name only existing source files', () => {
    const lost = pages.flatMap((page) =>
      pathsOf(page)
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((path) => `${page.file}: ${path}`),
    );
    expect(lost).toEqual([]);
  });

  it('name only existing commands', () => {
    const scripts = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).scripts;
    const lost = pages.flatMap(({ file, text }) =>
      Array.from(text.matchAll(/npm run ([\w:]+)/g), ([, name]) => name ?? '')
        .filter((name) => scripts[name] === undefined)
        .map((name) => `${file}: ${name}`),
    );
    expect(lost).toEqual([]);
  });

  it('have pictures of at most 200 kB, and no unused ones', () => {
    const folder = join(ROOT, 'docs', 'images');
    const pictures = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.\w+$/.test(name),
    );
    expect(pictures.filter((name) => statSync(join(folder, name)).size > 200_000)).toEqual([]);
    const shown = pages.map(({ text }) => text).join('\n');
    expect(pictures.filter((name) => !shown.includes(`images/${name.replaceAll('\\', '/')}`))).toEqual([]);
  });
});

describe('performance page', () => {
  it('explains the figures of every bench', () => {
    const main = readFileSync(join(ROOT, 'tests', 'bench', 'main.ts'), 'utf8');
    const names = Array.from(main.matchAll(/^ {2}(\w+): \(\) => import/gm), ([, name]) => name ?? '');
    expect(names.length).toBeGreaterThan(8);
    const page = textOf('docs/performance.md');
    expect(names.filter((name) => !page.includes(`| \`${name}.`))).toEqual([]);
  });
});

describe('pages for hosts', () => {
  it('exist in every language', () => {
    const own = (language: string) =>
      forHosts
        .filter((page) => page.file.startsWith(`docs/host/${language}/`))
        .map(({ file }) => file.slice(`docs/host/${language}/`.length))
        .sort();
    expect(own('en').length).toBeGreaterThan(0);
    for (const language of languages) expect(own(language)).toEqual(own('en'));
  });

  it('have only visible texts of their language in bold', () => {
    for (const page of forHosts) {
      const known = new Set(Object.values(locales[languageOf(page) ?? ''] ?? {}).map(quoted));
      const labels = labelsOf(page);
      expect({ file: page.file, unknown: labels.filter((label) => !known.has(label)) }).toEqual({
        file: page.file,
        unknown: [],
      });
      expect(labels.length).toBeGreaterThan(5);
    }
  });

  it('have no bold marks that Markdown does not recognise', () => {
    const standing = forHosts.flatMap((page) => brokenBold(page).map((label) => `${page.file}: ${label}`));
    expect(standing).toEqual([]);
  });

  it.each(languages)('explain every message that a host can get: %s', (language) => {
    const texts = locales[language] ?? {};
    const page = textOf(`docs/host/${language}/messages.md`);
    const keys = [...errorCodes.map((code) => `error.${code}`), ...notices];
    expect(keys.filter((key) => !page.includes(`**${quoted(texts[key] ?? key)}**`))).toEqual([]);
  });
});

describe('README', () => {
  it.each(readmes)('lists exactly the variables that the server reads: %s', (file) => {
    const rows = Array.from(textOf(file).matchAll(/^\| `([A-Z_0-9]+)` \|/gm), ([, name]) => name);
    expect(rows.sort()).toEqual([...serverVariables].sort());
  });

  it.each(readmes)('begins with the two commands and links to the other languages: %s', (file) => {
    const text = textOf(file);
    expect(text).toContain('npm ci && npm start');
    expect(text).toContain('npm ci && npm test');
    for (const other of readmes.filter((name) => name !== file)) expect(text).toContain(`](${other})`);
  });
});
