import { describe, expect, it } from 'vitest';
import en from '#locales/en.json';
import ja from '#locales/ja.json';
import zh from '#locales/zh_CN.json';
import { errorCodes } from '#shared/contract/error.ts';
import { isShown, keyParts } from './shownKeys.ts';
import { parseFolder, parseSource } from './sources.ts';
import { hardCodedTexts, usedKeys } from './usedKeys.ts';

const locales: Record<string, Record<string, string>> = { en, ja, zh_CN: zh };
const english: Record<string, string> = en;
const keys = Object.keys(english);

/** Names that are the same in every language. */
const sameEverywhere = new Set([
  'setting.theme.aura',
  'setting.theme.lara',
  'setting.theme.nora',
  'desktop.ok',
]);

const paramsOf = (text: string) =>
  [...new Set(Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name]) => name))].sort();

/** Returns a text without its placeholders. */
const wordsOf = (text: string) => text.replace(/\{\{\w+\}\}/g, '');

describe('locale files', () => {
  it.each(['ja', 'zh_CN'])('have the same keys: %s has those of en', (name) => {
    expect(Object.keys(locales[name] ?? {})).toEqual(keys);
  });

  it.each(['ja', 'zh_CN'])('use the same values in each text: %s and en', (name) => {
    const texts = locales[name] ?? {};
    const differing = keys.filter(
      (key) => JSON.stringify(paramsOf(texts[key] ?? '')) !== JSON.stringify(paramsOf(english[key] ?? '')),
    );
    expect(differing).toEqual([]);
  });

  it('have no empty text and no unused bracket', () => {
    for (const [name, texts] of Object.entries(locales)) {
      const broken = keys.filter((key) => {
        const text = texts[key] ?? '';
        return text.trim() === '' || /[{}]/.test(wordsOf(text));
      });
      expect({ name, broken }).toEqual({ name, broken: [] });
    }
  });

  it.each([
    ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u],
    ['zh_CN', /\p{Script=Han}/u],
  ])('are translated: %s has no English text', (name, script) => {
    const texts = locales[name] ?? {};
    const left = keys.filter(
      (key) =>
        !sameEverywhere.has(key) &&
        /\p{L}{2,}/u.test(wordsOf(english[key] ?? '')) &&
        !script.test(texts[key] ?? ''),
    );
    expect(left).toEqual([]);
  });

  it('name the product in their own language, except in the title of its window', () => {
    for (const name of ['ja', 'zh_CN']) {
      const texts = locales[name] ?? {};
      const foreign = keys.filter((key) => /Ringside(?! Avatar Workbench)/.test(texts[key] ?? ''));
      expect({ name, foreign }).toEqual({ name, foreign: [] });
    }
  });

  it('have no narrow comma, colon or question mark after a wide character', () => {
    for (const name of ['ja', 'zh_CN']) {
      const texts = locales[name] ?? {};
      const narrow = keys.filter((key) =>
        /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][,:;?!]/u.test(texts[key] ?? ''),
      );
      expect({ name, narrow }).toEqual({ name, narrow: [] });
    }
  });
});

describe('texts of problems', () => {
  it('exist for every code', () => {
    expect(errorCodes.filter((code) => english[`error.${code}`] === undefined)).toEqual([]);
  });

  it.each([
    ['username.required', 'Please enter the live room username first'],
    [
      'room.noInfo',
      'Unable to obtain live broadcast room information, please check whether the user has opened a live broadcast room.',
    ],
    ['task.previousFirst', 'Please complete the previous task first'],
    ['anchor.duplicate', 'Anchor name is duplicated, please change'],
    ['anchor.nicknameRequired', 'Please set a streamer nickname'],
    ['gift.duplicate', 'Gift is duplicated, please change'],
    ['gift.required', 'Please select a gift'],
  ])('keep their specified wording: %s', (code, sentence) => {
    expect(english[`error.${code}`]).toBe(sentence);
  });

  it('say that votes cannot be changed before collection starts, and what to do', () => {
    expect(english['error.session.notStarted']).toMatch(
      /^Votes cannot be changed before collection starts\. \S/,
    );
  });
});

describe('source files', () => {
  const sources = parseFolder('renderer');

  it('use only existing keys', () => {
    const asked = sources.flatMap(usedKeys);
    expect(asked.length).toBeGreaterThan(80);
    const missing = asked.filter(({ matches }) => !keys.some((key) => matches.test(key)));
    expect(missing.map(({ file, shown }) => `${file}: ${shown}`)).toEqual([]);
  });

  it('give each text the values of its placeholders', () => {
    const bare = sources.flatMap(usedKeys).filter((used) => used.bare && !used.shown.includes('*'));
    expect(bare.length).toBeGreaterThan(80);
    const without = bare.filter(({ shown }) => paramsOf(english[shown] ?? '').length > 0);
    expect(without.map(({ file, shown }) => `${file}: ${shown}`)).toEqual([]);
  });

  it('contain no visible text', () => {
    expect(sources.flatMap(hardCodedTexts)).toEqual([]);
  });
});

describe('locale keys', () => {
  const everywhere = ['shared', 'backstage', 'server', 'electron', 'renderer', 'overlay'];
  const parts = keyParts(everywhere.flatMap(parseFolder));

  it('are all used', () => {
    expect(keys.filter((key) => !isShown(key, parts))).toEqual([]);
  });

  it('of problems have an existing code', () => {
    const codes = new Set<string>(errorCodes.map((code) => `error.${code}`));
    expect(keys.filter((key) => key.startsWith('error.') && !codes.has(key))).toEqual([]);
  });
});

describe('search for texts in the sources', () => {
  const source = parseSource(
    'example.tsx',
    [
      'const a = <p title="Hi">Hello {1}{"there"}{x ? t("a.b") : "and" + x}',
      '<i className="quiet" text={x === "text"} aria-label={x ? "yes" : t(`c.$' +
        '{x}`)} /><Item hint="Del" text="Ctrl Z" /> 12 · </p>;',
      'ask({ key: "q.title" });',
    ].join(''),
  );

  it('finds visible texts and no others', () => {
    expect(hardCodedTexts(source).sort()).toEqual(
      ['Hi', 'Hello', 'there', 'and', 'yes'].map((text) => `example.tsx: ${text}`).sort(),
    );
  });

  it('finds whole keys, key patterns and conditional keys', () => {
    expect(usedKeys(source).map(({ shown }) => shown)).toEqual(['a.b', 'c.*', 'q.title']);
  });

  it('counts a key as used if it stands in the source or can be composed there', () => {
    const made = '$' + '{which}';
    const parts = keyParts([
      parseSource(
        'made.ts',
        `const sides = ['left', 'up.right']; t('whole.key'); t(\`side.${made}\`); t(\`side.${made}.help\`);`,
      ),
    ]);
    const known = ['whole.key', 'whole.key_one', 'side.left', 'side.up.right.help'];
    expect(known.filter((key) => !isShown(key, parts))).toEqual([]);
    const unknown = ['whole.other', 'side.down', 'side.left.hint'];
    expect(unknown.filter((key) => isShown(key, parts))).toEqual([]);
  });
});
