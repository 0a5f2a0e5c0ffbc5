import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widgetFonts, widgetKinds } from '#shared/contract/overlay/widget.ts';
import { contrast, parseHex, type Rgb, readableOn } from '#shared/overlay/colours.ts';
import { parseAddress, pictureAddress } from '../../../overlay/page/address.ts';
import { fittingRem, fontStack, remOf } from '../../../overlay/page/pageFrame.ts';
import { maySelfReload } from '../../../overlay/page/pageSession.ts';
import { accentTones, parseComputed, sideTones } from '../../../overlay/styles/tones.ts';
import { fill, guessLanguage } from '../../../overlay/texts/texts.ts';
import { pageAt, pagesOf } from '../../../overlay/ui/panel.ts';

describe('overlay address', () => {
  it('is a token or names the sample of a kind', () => {
    expect(parseAddress('#abc_DEF-0123456789abcdef0123456789')).toMatchObject({ kind: 'token' });
    for (const kind of widgetKinds) {
      expect(parseAddress(`#sample=${kind}`)).toMatchObject({ kind: 'sample', options: { kind }, at: null });
    }
  });

  it('uses defaults for missing options', () => {
    const options = encodeURIComponent(
      JSON.stringify({ frame: { theme: 'ink' }, span: 'round', kind: 'pkBar' }),
    );
    expect(parseAddress(`#sample=totalVotes&options=${options}&at=12.5`)).toMatchObject({
      options: { kind: 'totalVotes', span: 'round', frame: { theme: 'ink', font: 'gothic' } },
      at: 12.5,
    });
  });

  it('uses all defaults for invalid options and rejects other text', () => {
    for (const text of ['%7B', '[]', '7', '%22x%22', encodeURIComponent('{"frame":{"accent":"red;}"}}')]) {
      expect(parseAddress(`#sample=countdown&options=${text}`)).toMatchObject({
        kind: 'sample',
        options: { frame: { accent: '#f5b301' } },
      });
    }
    for (const hash of ['', '#', '#sample=weather', '#<script>', '#a b']) {
      expect(parseAddress(hash)).toEqual({ kind: 'none' });
    }
  });

  it('is parsed without an exception for any text', () => {
    fc.assert(
      fc.property(fc.string(), (hash) => {
        expect(['token', 'sample', 'none']).toContain(parseAddress(`#${hash}`).kind);
      }),
    );
  });
});

describe('page size', () => {
  it('scales by the short side of a page, and by the width of a strip', () => {
    expect(remOf(1080, 1920, 100)).toBe(100);
    expect(remOf(540, 960, 100)).toBe(50);
    expect(remOf(1920, 1080, 100)).toBe(100);
    expect(remOf(1080, 320, 100)).toBe(100);
    expect(remOf(1080, 1920, 250)).toBe(250);
  });

  it('shrinks content to fit and never enlarges it', () => {
    expect(fittingRem(100, 100, 2000, 1000)).toBe(50);
    expect(fittingRem(100, 50, 500, 1000)).toBe(100);
    expect(fittingRem(100, 100, 0, 1000)).toBe(100);
  });
});

describe('page turn', () => {
  it("depends only on the hub's clock", () => {
    expect(pageAt(25_000, 10, 2)).toEqual({ index: 0, wait: 5000 });
    expect(pageAt(30_000, 10, 2)).toEqual({ index: 1, wait: 10_000 });
  });

  it('does not happen without seconds or another page', () => {
    expect(pageAt(25_000, 0, 2)).toEqual({ index: 0, wait: Number.POSITIVE_INFINITY });
    expect(pageAt(25_000, 10, 1).wait).toBe(Number.POSITIVE_INFINITY);
    expect(pagesOf(0, 6)).toBe(1);
    expect(pagesOf(13, 6)).toBe(3);
  });
});

describe('accent colour', () => {
  const colour = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`);

  it('becomes readable as text on dark plates and on paper', () => {
    fc.assert(
      fc.property(colour, (hex) => {
        for (const ground of [[16, 18, 26] as Rgb, [246, 241, 229] as Rgb]) {
          expect(contrast(readableOn(parseHex(hex), ground, 4.5), ground)).toBeGreaterThanOrEqual(4.5);
        }
      }),
    );
  });

  it('does not change if it is readable already', () => {
    expect(accentTones(parseHex('#f5b301'))['--accent-on-dark-rgb']).toBe('245, 179, 1');
    expect(accentTones(parseHex('#f5b301'))['--on-accent-rgb']).toBe('18, 16, 12');
    expect(accentTones(parseHex('#0b3a8f'))['--on-accent-rgb']).toBe('255, 255, 255');
  });
});

describe('colour of a side', () => {
  it('gives labels on dark grounds a tone that is readable', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), (red, blue) => {
        const pale = parseComputed(sideTones('attacker', [red, 0, blue])['--attacker-pale'] ?? '');
        expect(contrast(pale ?? [0, 0, 0], [16, 18, 26])).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('is read from the notation of computed styles only', () => {
    expect(parseComputed('rgba(1, 2, 3, 0.5)')).toEqual([1, 2, 3]);
    expect(parseComputed('color(srgb 1 0 0)')).toBeNull();
  });
});

describe('language of a page', () => {
  it('determines the order of fonts', () => {
    for (const font of widgetFonts) {
      const [ja, zh] = [fontStack(font, 'ja'), fontStack(font, 'zh_CN')];
      expect(ja).not.toBe(zh);
      expect(ja).toMatch(/(serif|sans-serif|monospace), "Noto Color Emoji"$/);
    }
    const ja = fontStack('gothic', 'ja');
    expect(ja.indexOf('CJK JP')).toBeLessThan(ja.indexOf('CJK SC'));
    expect(fontStack('mincho', 'zh_CN').indexOf('Serif CJK SC')).toBeLessThan(
      fontStack('mincho', 'zh_CN').indexOf('Serif CJK JP'),
    );
  });

  it('is the first supported language of the browser', () => {
    expect(guessLanguage(['fr-FR', 'zh-TW', 'en'])).toBe('zh_CN');
    expect(guessLanguage(['fr'])).toBe('ja');
  });

  it('fills values into texts and leaves unknown placeholders', () => {
    expect(fill('{{a}} of {{b}}', { a: 3 })).toBe('3 of {{b}}');
  });
});

describe('picture address', () => {
  const page = 'https://ringside.example/overlay/#token';

  it('must be on the hub', () => {
    expect(pictureAddress('/overlay/picture/ab', page)).toBe('https://ringside.example/overlay/picture/ab');
    expect(pictureAddress('data:image/png;base64,AA', page)).toBe('data:image/png;base64,AA');
    for (const path of [
      '',
      'https://evil.example/x.png',
      '//evil.example/x',
      'javascript:alert(1)',
      'data:text/html,x',
    ]) {
      expect(pictureAddress(path, page)).toBe('');
    }
  });
});

describe('self reload', () => {
  it('happens at most every ten minutes', () => {
    const kept = new Map<string, string>();
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    expect(maySelfReload(store, 1000)).toBe(true);
    expect(maySelfReload(store, 2000)).toBe(false);
    expect(maySelfReload(store, 1000 + 10 * 60_000)).toBe(true);
  });

  it('does not happen without storage', () => {
    const store = {
      getItem: () => null,
      setItem: () => {
        throw new Error('no room');
      },
    };
    expect(maySelfReload(store, 1)).toBe(false);
  });
});
