import { describe, expect, it } from 'vitest';
import { catalogue, type Gift, giftById, locales } from '#shared/gifts/catalogue.ts';

/** Proper names that are written in Latin letters in every language. */
const latinEverywhere = new Set(['LIVE Fest', 'TikTok']);

const describeGift = ({ id, names }: Gift) => `${id} ${names.en} / ${names.ja} / ${names.zh_CN}`;

describe('gift catalogue', () => {
  it('has at least 600 gifts with English, Japanese and Chinese names', () => {
    expect(catalogue.length).toBeGreaterThanOrEqual(600);
    const unnamed = catalogue.filter(({ names }) => locales.some((locale) => names[locale] === ''));
    expect(unnamed.map(describeGift)).toEqual([]);
  });

  it('contains the one-diamond gifts that every room sees', () => {
    for (const id of [5269, 5479, 5655, 8239]) expect(giftById(id)?.diamonds).toBe(1);
  });

  it('has unique ids, and only valid ids and prices', () => {
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
    for (const { id, diamonds } of catalogue) {
      expect(Number.isSafeInteger(id) && id > 0, `id ${id}`).toBe(true);
      expect(Number.isSafeInteger(diamonds) && diamonds > 0, `diamonds of ${id}`).toBe(true);
    }
  });

  it('is sorted by price and then by id, as pickers show it', () => {
    const inOrder = [...catalogue].sort((a, b) => a.diamonds - b.diamonds || a.id - b.id);
    expect(catalogue.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
  });

  it('has names without outer or double spaces and with one kind of apostrophe', () => {
    const untidy = catalogue.filter(({ names }) =>
      locales.some(
        (locale) => names[locale] !== names[locale].trim() || /\s\s|[‘’\u00a0\u200b]/.test(names[locale]),
      ),
    );
    expect(untidy.map(describeGift)).toEqual([]);
  });

  it('has Japanese names in Japanese and Chinese names in Chinese, except proper names', () => {
    const foreign = catalogue.filter(
      ({ names }) =>
        !latinEverywhere.has(names.en) &&
        (!/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(names.ja) ||
          !/\p{Script=Han}/u.test(names.zh_CN) ||
          /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(names.zh_CN)),
    );
    expect(foreign.map(describeGift)).toEqual([]);
  });

  it('has only those Latin words in Chinese names that Chinese viewers use', () => {
    const latin = new Set(
      catalogue.flatMap(({ names }) =>
        latinEverywhere.has(names.en) ? [] : (names.zh_CN.match(/[A-Za-z]+/g) ?? []),
      ),
    );
    expect([...latin].sort()).toEqual(['DJ', 'FANDOM', 'Fest', 'LIVE', 'LUVX', 'PK', 'TikTok', 'VR']);
  });

  it('gives all ids of one gift the same name in each language', () => {
    const byEnglish = new Map<string, Gift>();
    const conflicts: string[] = [];
    for (const gift of catalogue) {
      const key = `${gift.names.en} ${gift.diamonds}`;
      const other = byEnglish.get(key);
      if (!other) byEnglish.set(key, gift);
      else if (locales.some((each) => other.names[each] !== gift.names[each]))
        conflicts.push(describeGift(gift));
    }
    expect(conflicts).toEqual([]);
  });

  it('never gives two gifts of one price the same name in a language', () => {
    const conflicts: string[] = [];
    for (const locale of locales) {
      const byName = new Map<string, string>();
      for (const { names, diamonds } of catalogue) {
        const key = `${names[locale].toLowerCase()} ${diamonds}`;
        const english = byName.get(key) ?? names.en;
        byName.set(key, english);
        if (english !== names.en) conflicts.push(`${locale} ${key}: ${english}, ${names.en}`);
      }
    }
    expect(conflicts).toEqual([]);
  });

  it('contains the gifts that every host knows', () => {
    expect(giftById(5655)).toEqual({
      id: 5655,
      diamonds: 1,
      streak: true,
      names: { en: 'Rose', ja: 'バラ', zh_CN: '玫瑰' },
    });
    expect(giftById(6912)?.names).toEqual({ en: 'Cat Paws', ja: '猫の手', zh_CN: '猫爪' });
    expect(giftById(6369)).toMatchObject({ diamonds: 29999, streak: false, names: { zh_CN: '狮子' } });
    expect(giftById(5745)?.streak).toBeNull();
  });

  it('returns nothing for an unknown id', () => {
    expect(giftById(1)).toBeUndefined();
    expect(giftById(0)).toBeUndefined();
  });
});
