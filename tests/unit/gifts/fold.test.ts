import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '#shared/gifts/search.ts';

const wordsOf = (name: string) => {
  const { text, starts } = fold(name);
  const from = [...starts];
  return from.map((start, n) => text.slice(start, from[n + 1]));
};

describe('folded name', () => {
  it('is the same for every spelling', () => {
    expect(fold('Café Del Mar').text).toBe('cafedelmar');
    expect(fold('ＣＡＦＥ').text).toBe('cafe');
    expect(fold('ねば〜る君').text).toBe(fold('ネバール君').text);
    expect(fold('メロメロ～').text).toBe(fold('めろめろー').text);
    expect(fold('ヴィーナス・ラヴ').text).toBe(fold('ビーナスラブ').text);
    expect(fold('ｸﾘｰﾊﾟｰ').text).toBe('くりーぱー');
  });

  it('distinguishes kana with different sounds', () => {
    expect(fold('バラ').text).not.toBe(fold('ハラ').text);
    expect(fold('パ').text).not.toBe(fold('ハ').text);
    expect(fold('ハート').text).not.toBe(fold('ハト').text);
  });

  it('does not turn a hyphen into a long vowel mark in other scripts', () => {
    expect(fold('Level-up Sparks').text).toBe('levelupsparks');
  });

  it('begins a word after a space, a mark or a change of script', () => {
    expect(wordsOf("You're So Fly")).toEqual(['youre', 'so', 'fly']);
    expect(wordsOf('Level-up Sparks')).toEqual(['level', 'up', 'sparks']);
    expect(wordsOf('花の妖精')).toEqual(['花の', '妖精']);
    expect(wordsOf('ハートの風船')).toEqual(['はーとの', '風船']);
    expect(wordsOf('DJアザラシ')).toEqual(['dj', 'あざらし']);
    expect(wordsOf('クラウン・ブギー')).toEqual(['くらうん', 'ぶぎー']);
    expect(wordsOf('蜘蛛网 2.0')).toEqual(['蜘蛛网', '2', '0']);
  });

  it('orders combining marks between which a character was removed', () => {
    for (const name of ['a\u{1d165}.\u064d', 'カ!\u3099']) {
      const once = fold(name).text;
      expect(fold(once).text).toBe(once);
    }
  });

  it('folds to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (name) => {
        const once = fold(name).text;
        expect(fold(once).text).toBe(once);
      }),
    );
  });
});
