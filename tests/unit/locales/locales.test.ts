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

/** What is left of a text when the values put into it are taken away. */
const wordsOf = (text: string) => text.replace(/\{\{\w+\}\}/g, '');

describe('the three languages', () => {
  it.each(['ja', 'zh_CN'])('have the same texts: %s has those of en', (name) => {
    expect(Object.keys(locales[name] ?? {})).toEqual(keys);
  });

  it.each(['ja', 'zh_CN'])('put the same values into each text: %s does as en', (name) => {
    const texts = locales[name] ?? {};
    const differing = keys.filter(
      (key) => JSON.stringify(paramsOf(texts[key] ?? '')) !== JSON.stringify(paramsOf(english[key] ?? '')),
    );
    expect(differing).toEqual([]);
  });

  it('leave no text empty and none with a bracket that puts nothing in', () => {
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
  ])('are spoken throughout: no text of %s was left in English', (name, script) => {
    const texts = locales[name] ?? {};
    const left = keys.filter(
      (key) =>
        !sameEverywhere.has(key) &&
        /\p{L}{2,}/u.test(wordsOf(english[key] ?? '')) &&
        !script.test(texts[key] ?? ''),
    );
    expect(left).toEqual([]);
  });

  it('write their own punctuation: no narrow comma, colon or question mark after a wide character', () => {
    for (const name of ['ja', 'zh_CN']) {
      const texts = locales[name] ?? {};
      const narrow = keys.filter((key) =>
        /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][,:;?!]/u.test(texts[key] ?? ''),
      );
      expect({ name, narrow }).toEqual({ name, narrow: [] });
    }
  });
});

describe('the sentences of problems', () => {
  it('are there for every code', () => {
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
  ])('say word for word what they have always said: %s', (code, sentence) => {
    expect(english[`error.${code}`]).toBe(sentence);
  });

  it('say that votes cannot be changed before collection starts, and what to do', () => {
    expect(english['error.session.notStarted']).toMatch(
      /^Votes cannot be changed before collection starts\. \S/,
    );
  });
});

describe('the screens', () => {
  const sources = parseFolder('renderer');

  it('ask only for texts that there are', () => {
    const asked = sources.flatMap(usedKeys);
    expect(asked.length).toBeGreaterThan(80);
    const missing = asked.filter(({ matches }) => !keys.some((key) => matches.test(key)));
    expect(missing.map(({ file, shown }) => `${file}: ${shown}`)).toEqual([]);
  });

  it('show no text that stands in the source', () => {
    expect(sources.flatMap(hardCodedTexts)).toEqual([]);
  });
});

describe('the texts', () => {
  const everywhere = ['shared', 'backstage', 'server', 'electron', 'renderer', 'overlay'];
  const parts = keyParts(everywhere.flatMap(parseFolder));

  it('are all shown somewhere: none was left behind by what it belonged to', () => {
    expect(keys.filter((key) => !isShown(key, parts))).toEqual([]);
  });

  it('are of sentences of problems that still have a code', () => {
    const codes = new Set<string>(errorCodes.map((code) => `error.${code}`));
    expect(keys.filter((key) => key.startsWith('error.') && !codes.has(key))).toEqual([]);
  });
});

describe('the search for texts in the source', () => {
  const source = parseSource(
    'example.tsx',
    [
      'const a = <p title="Hi">Hello {1}{"there"}{x ? t("a.b") : "and" + x}',
      '<i className="quiet" text={x === "text"} aria-label={x ? "yes" : t(`c.$' +
        '{x}`)} /><Item hint="Del" text="Ctrl Z" /> 12 · </p>;',
      'ask({ key: "q.title" });',
    ].join(''),
  );

  it('finds what is shown and not what is not', () => {
    expect(hardCodedTexts(source).sort()).toEqual(
      ['Hi', 'Hello', 'there', 'and', 'yes'].map((text) => `example.tsx: ${text}`).sort(),
    );
  });

  it('finds keys in full, as patterns, and in questions', () => {
    expect(usedKeys(source).map(({ shown }) => shown)).toEqual(['a.b', 'c.*', 'q.title']);
  });

  it('takes a text for shown when its key stands there or can be put together', () => {
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
