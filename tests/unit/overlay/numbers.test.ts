import { describe, expect, it } from 'vitest';
import type { OverlayLanguage } from '../../../overlay/texts/texts.ts';
import { clockText, createFigures } from '../../../overlay/ui/numbers.ts';

const languages: OverlayLanguage[] = ['ja', 'en', 'zh_CN'];

const figuresOf = (language: OverlayLanguage, hasTenths: () => boolean, shortNumbers = false) =>
  createFigures({ language, shortNumbers }, hasTenths);

describe('numbers of overlays', () => {
  it.each(languages)('have thousands separators in %s', (language) => {
    const figures = figuresOf(language, () => false);
    expect(figures.whole(999)).toBe('999');
    expect(figures.whole(1_234_567)).toBe('1,234,567');
    expect(figures.votes(12_345_670)).toBe('1,234,567');
  });

  it.each(languages)('show tenths in %s only in a show with tenths, or where a sum has them', (language) => {
    expect(figuresOf(language, () => false).votes(123_450)).toBe('12,345');
    expect(figuresOf(language, () => false).votes(123_456)).toBe('12,345.6');
    expect(figuresOf(language, () => true).votes(123_450)).toBe('12,345.0');
  });

  it('are short from 10,000 on if the host wants that, in the units of the language', () => {
    const short = (language: OverlayLanguage, value: number) =>
      figuresOf(language, () => true, true).whole(value);
    expect([9999, 12_345, 1_234_567].map((value) => short('en', value))).toEqual([
      '9,999',
      '12.34K',
      '1.234M',
    ]);
    expect([9999, 12_345, 1_234_567].map((value) => short('ja', value))).toEqual([
      '9,999',
      '1.234万',
      '123.4万',
    ]);
    expect([9999, 12_345, 123_456_789].map((value) => short('zh_CN', value))).toEqual([
      '9,999',
      '1.234万',
      '1.234亿',
    ]);
    expect(figuresOf('en', () => true, true).votes(123_459)).toBe('12.34K');
  });

  it('never show more than there is when they are short', () => {
    for (const value of [19_999, 99_999, 999_999, 9_999_999]) {
      const text = figuresOf('en', () => false, true).whole(value);
      const shown = Number.parseFloat(text) * (text.endsWith('M') ? 1e6 : 1e3);
      expect(shown).toBeLessThanOrEqual(value);
      expect(shown).toBeGreaterThan(value * 0.999);
    }
  });

  it('show a remaining time in minutes and seconds, and in hours from one hour on', () => {
    expect(clockText(61_000)).toBe('01:01');
    expect(clockText(60_001)).toBe('01:01');
    expect(clockText(3_600_000)).toBe('1:00:00');
  });
});
