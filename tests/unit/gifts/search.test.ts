import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue, locales } from '#shared/gifts/catalogue.ts';
import { type LearnedGift, learn, noneLearned } from '#shared/gifts/learned.ts';
import { fold, type GiftQuery, indexGifts, searchGifts } from '#shared/gifts/search.ts';

const index = indexGifts();
const search = (text: string, rest: Partial<GiftQuery> = {}) =>
  searchGifts(index, { text, locale: 'ja', ...rest });
const first = (text: string, rest: Partial<GiftQuery> = {}) => search(text, rest)[0]?.names.en;

describe('gift search', () => {
  it('finds a gift by its name in any language, in any host language', () => {
    for (const locale of locales) {
      expect(first('finger heart', { locale })).toBe('Finger Heart');
      expect(first('フィンガーハート', { locale })).toBe('Finger Heart');
      expect(first('手指爱心', { locale })).toBe('Finger Heart');
    }
  });

  it('ignores case, spaces, punctuation and accents', () => {
    for (const text of ['CATPAWS', 'cat  paws', ' Cat-Paws ', 'ｃａｔ　ｐａｗｓ', 'cät pàws']) {
      expect(first(text), text).toBe('Cat Paws');
    }
    expect(first("it's corn")).toBe("It's corn");
    expect(first('its corn')).toBe("It's corn");
    expect(first('it’s corn')).toBe("It's corn");
  });

  it('treats hiragana, katakana and half-width kana alike', () => {
    for (const text of ['ドーナツ', 'どーなつ', 'ﾄﾞｰﾅﾂ', 'ドーナツ'.normalize('NFD'), 'ド-ナツ', 'ド〜ナツ']) {
      expect(first(text), text).toBe('Doughnut');
    }
    expect(first('ばら')).toBe('Rose');
    expect(first('ヴァタフライ')).toBe('Butterfly Vibe');
  });

  it('finds a gift by its id in any notation', () => {
    expect(search('5655').map(({ ids }) => ids)).toEqual([[5655]]);
    expect(first('#5655')).toBe('Rose');
    expect(first('５６５５')).toBe('Rose');
    expect(search('565').map(({ ids }) => ids[0])).toEqual(expect.arrayContaining([5655, 5658, 5659]));
  });

  it('shows the ids of one gift as one result, found by each of them', () => {
    const [paws, ...more] = search('cat paws');
    expect(paws?.ids).toEqual([5745, 6912]);
    expect(more).toEqual([]);
    expect(search('6912')[0]).toBe(paws);
  });

  it('sorts whole names first, then beginnings of names, of words, and inner matches, at any price', () => {
    const byPrice = ['Aqix', 'Aqixa Qix', 'Red Qix', 'Qixy', 'Qix'];
    const gifts = byPrice.map((name, n) => ({ id: 99_000_000 + n, name, diamonds: 10 + n, streak: true }));
    const found = searchGifts(indexGifts(gifts.reduce(learn, noneLearned)), { text: 'qix', locale: 'en' });
    expect(found.map(({ names }) => names.en)).toEqual(['Qix', 'Qixy', 'Aqixa Qix', 'Red Qix', 'Aqix']);
  });

  it('sorts a whole id before cheaper gifts whose ids only begin with it', () => {
    const gifts = [
      { id: 99_000_001, name: 'Dear', diamonds: 500, streak: true },
      { id: 990_000_011, name: 'Cheap', diamonds: 1, streak: true },
    ];
    const found = searchGifts(indexGifts(gifts.reduce(learn, noneLearned)), {
      text: '99000001',
      locale: 'en',
    });
    expect(found.map(({ names }) => names.en)).toEqual(['Dear', 'Cheap']);
  });

  it('sorts the host’s own language first among equally good matches', () => {
    for (const locale of ['ja', 'zh_CN'] as const) {
      const found = search('花', { locale }).filter(({ names }) =>
        locales.some((each) => names[each].startsWith('花')),
      );
      const own = found.map(({ names }) => names[locale].startsWith('花'));
      expect(new Set(own), locale).toEqual(new Set([true, false]));
      expect(own, locale).toEqual([...own].sort().reverse());
    }
  });

  it('sorts equal matches by price, and shows everything for an empty query', () => {
    for (const text of ['', '  ']) {
      const all = search(text);
      expect(all.flatMap(({ ids }) => ids)).toHaveLength(catalogue.length);
      const prices = all.map(({ diamonds }) => diamonds);
      expect(prices).toEqual([...prices].sort((a, b) => a - b));
    }
  });

  it('respects an inclusive price range and a limit', () => {
    const cheap = search('', { price: { min: 5, max: 10 } });
    expect(new Set(cheap.map(({ diamonds }) => diamonds))).toEqual(new Set([5, 6, 9, 10]));
    const dear = search('', { price: { min: 41_999, max: null } });
    expect(dear.map(({ diamonds }) => diamonds)).toEqual([41999, 42999, 42999, 42999, 42999, 43999, 43999]);
    expect(search('rose', { price: { min: 2, max: null } }).map(({ ids }) => ids[0])).not.toContain(5655);
    expect(search('e', { limit: 7 })).toEqual(search('e').slice(0, 7));
  });

  it('finds nothing for a name that no gift has', () => {
    expect(search('zzzz')).toEqual([]);
    expect(search('！！')).toEqual([]);
  });

  it('finds learned gifts, with or without a name', () => {
    const gifts: LearnedGift[] = [
      { id: 99_000_001, name: 'Fête de Nuit', diamonds: 7, streak: true },
      { id: 99_000_002, name: '', diamonds: 7, streak: true },
      { id: 99_000_003, name: 'Rose', diamonds: 1, streak: true },
    ];
    const learned = indexGifts(gifts.reduce(learn, noneLearned));
    const find = (text: string) => searchGifts(learned, { text, locale: 'zh_CN' });
    expect(find('fete')[0]).toMatchObject({ ids: [99_000_001], learned: true });
    expect(find('99000002')[0]).toMatchObject({ ids: [99_000_002], names: { ja: '#99000002' } });
    expect(find('玫瑰')[0]).toMatchObject({ ids: [5655, 99_000_003], learned: false });
  });

  it('finds every gift by each of its names, in every language of the host', () => {
    const gift = fc.constantFrom(...catalogue);
    const locale = fc.constantFrom(...locales);
    fc.assert(
      fc.property(gift, locale, locale, ({ id, names }, of, reader) => {
        const found = searchGifts(index, { text: names[of], locale: reader });
        const exact = found.filter((each) =>
          locales.some((any) => fold(each.names[any]).text === fold(names[of]).text),
        );
        expect(found.slice(0, exact.length)).toEqual(expect.arrayContaining(exact));
        expect(exact.flatMap(({ ids }) => ids)).toContain(id);
      }),
    );
  });

  it('returns the same list for the same query, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const found = search(text);
        expect(search(text)).toEqual(found);
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });

  it('finds the intended one among 2,000 learned gifts with similar names', () => {
    const gifts = Array.from({ length: 2000 }, (_, n) => ({
      id: 99_000_000 + n,
      name: `Seasonal gift number ${n}`,
      diamonds: 1 + (n % 500),
      streak: true,
    }));
    const large = indexGifts(gifts.reduce(learn, noneLearned));
    const find = (text: string) => searchGifts(large, { text, locale: 'ja' });
    expect(find('seasonal gift number 199')[0]?.ids).toEqual([99_000_199]);
    expect(find('99001999').map(({ ids }) => ids)).toEqual([[99_001_999]]);
    expect(find('seasonal')).toHaveLength(2000);
  });
});
