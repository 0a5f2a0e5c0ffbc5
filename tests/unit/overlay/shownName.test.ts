import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialOf, nameParts, nameWidth, numberWidth, shownName } from '#shared/overlay/shownName.ts';

describe('shown name', () => {
  it.each([
    ['Mika', 'Mika'],
    ['  two   words\n here ', 'two words here'],
    ['<b>bold</b> & "quoted"', '<b>bold</b> & "quoted"'],
    ['\u202eesrever', 'esrever'],
    ['zero\u200bwi\u2060dth\ufeff', 'zerowidth'],
    ['Z\u0351\u0352\u0353\u0354\u0355algo', 'Z\u0351\u0352algo'],
    ['👨‍👩‍👧‍👦 family ❤️', '👨‍👩‍👧‍👦 family ❤️'],
    ['نور الهدى ✨', 'نور الهدى ✨'],
    ['', '—'],
    ['\u200b\u200d\u3164 \u2800', '—'],
  ])('%j is shown as %j', (name, shown) => {
    expect(shownName(name)).toBe(shown);
  });

  it('is cut after 48 whole graphemes', () => {
    expect(shownName('x'.repeat(48))).toBe('x'.repeat(48));
    expect(shownName('x'.repeat(200))).toBe(`${'x'.repeat(48)}…`);
    expect(shownName('👨‍👩‍👧‍👦'.repeat(60))).toBe(`${'👨‍👩‍👧‍👦'.repeat(48)}…`);
  });

  it('never has a line break, an invisible character or more than 49 graphemes', () => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const shown = shownName(name);
        expect(shown).not.toBe('');
        expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(shown.replace(/\u200d/g, '')).not.toMatch(/\p{Cf}/u);
        expect([...segmenter.segment(shown)].length).toBeLessThanOrEqual(49);
        expect(
          nameParts(name)
            .map(({ text }) => text)
            .join(''),
        ).toBe(shown);
      }),
    );
  });

  it('is split into runs of text and emoji', () => {
    expect(nameParts('Noah 🦋🇬🇧 x1')).toEqual([
      { text: 'Noah ', emoji: false },
      { text: '🦋🇬🇧', emoji: true },
      { text: ' x1', emoji: false },
    ]);
  });

  it('provides the initial for a missing picture', () => {
    expect(initialOf('mika')).toBe('M');
    expect(initialOf('#9821')).toBe('9');
    expect(initialOf('👑 queen')).toBe('👑');
    expect(initialOf('')).toBe('—');
  });
});

describe('width of a name', () => {
  it.each([
    ['桜咲く夜空', 5, false],
    ['桜咲く夜空に', 5, true],
    ['moonlit', 4.3, false],
    ['moonlit fox', 4.3, true],
    ['Ｗｏｌｆ', 3.9, true],
    ['Müller', 4, false],
    ['🦊🦊', 1.9, true],
  ])('of %j compared with %d full-width letters', (name, letters, wider) => {
    expect(nameWidth(name) > letters).toBe(wider);
  });

  it('counts the separators of a number half', () => {
    expect(numberWidth('9,999,999.9')).toBeCloseTo(8 * 0.6 + 3 * 0.3);
    expect(numberWidth('1234万')).toBeCloseTo(4 * 0.6 + 1);
  });
});
