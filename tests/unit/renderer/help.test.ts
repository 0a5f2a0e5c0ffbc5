import { describe, expect, it } from 'vitest';
import en from '#locales/en.json';
import ja from '#locales/ja.json';
import zh from '#locales/zh_CN.json';
import { anchorNumberOf, keyActionNames, keyGroups } from '#renderer/data/keys/actions.ts';
import { keyMapOf } from '#renderer/data/keys/keyMap.ts';
import { fixedKeys, keyLines, matches, terms, topics } from '#renderer/features/help/topics.ts';

const languages: [string, Record<string, string>][] = [
  ['en', en],
  ['ja', ja],
  ['zh_CN', zh],
];

describe('help', () => {
  it.each(languages)('has every chapter, term and key in %s', (_language, texts) => {
    const wanted = [
      ...topics.flatMap((topic) => [`help.${topic}.title`, `help.${topic}.text`]),
      ...terms.flatMap((term) => [`help.term.${term}`, `help.def.${term}`]),
      ...keyGroups.map((group) => `help.keys.${group}`),
      ...fixedKeys.map(({ text }) => `help.fixed.${text}`),
      ...keyActionNames.filter((action) => anchorNumberOf(action) === null).map((action) => `key.${action}`),
    ];
    expect(wanted.filter((key) => texts[key] === undefined)).toEqual([]);
  });

  it('lists every key, with the nine keys of the anchors as one entry', () => {
    const lines = keyLines(keyMapOf({ 'session.start': 'F8' }), (action) => action, 'anchors');
    expect(lines.length).toBe(keyActionNames.length - 8);
    expect(lines.find(({ action }) => action === 'session.start')?.label).toBe('F8');
    expect(lines.filter(({ name }) => name === 'anchors').map(({ label }) => label)).toEqual(['1–9']);
  });
});

describe('search in the help', () => {
  it.each([
    ['any case', 'PIN', 'a pin keeps it'],
    ['several words in any order', 'gift late', 'Late gift'],
    ['either kana', 'らいばー', 'ライバー'],
    ['wide letters', 'ｐｋ', 'PK'],
    ['nothing, which finds everything', '', 'anything'],
  ])('finds %s', (_what, wanted, text) => {
    expect(matches(wanted, [text])).toBe(true);
  });

  it('finds only entries that contain every word', () => {
    expect(matches('late round', ['Late gift'])).toBe(false);
    expect(matches('late round', ['Late gift', 'arrived when its round was over'])).toBe(true);
  });
});
