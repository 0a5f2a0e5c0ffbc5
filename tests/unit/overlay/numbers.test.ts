import { describe, expect, it } from 'vitest';
import type { OverlayLanguage } from '../../../overlay/texts/texts.ts';
import { clockText, createFigures } from '../../../overlay/ui/numbers.ts';

const languages: OverlayLanguage[] = ['ja', 'en', 'zh_CN'];

describe('numbers of overlays', () => {
  it.each(languages)('have thousands separators in %s', (language) => {
    const figures = createFigures(language, () => false);
    expect(figures.whole(999)).toBe('999');
    expect(figures.whole(1_234_567)).toBe('1,234,567');
    expect(figures.votes(12_345_670)).toBe('1,234,567');
  });

  it.each(languages)('show tenths in %s only in a show with tenths, or where a sum has them', (language) => {
    expect(createFigures(language, () => false).votes(123_450)).toBe('12,345');
    expect(createFigures(language, () => false).votes(123_456)).toBe('12,345.6');
    expect(createFigures(language, () => true).votes(123_450)).toBe('12,345.0');
  });

  it('show a remaining time in minutes and seconds, and in hours from one hour on', () => {
    expect(clockText(61_000)).toBe('01:01');
    expect(clockText(60_001)).toBe('01:01');
    expect(clockText(3_600_000)).toBe('1:00:00');
  });
});
