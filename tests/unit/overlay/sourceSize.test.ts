import { describe, expect, it } from 'vitest';
import { type WidgetKind, widgetKinds, widgetLimits } from '#shared/contract/overlay/widget.ts';
import {
  fillsPage,
  fullPageFile,
  fullPageUrl,
  hasOwnSize,
  ownSizeFile,
  ownSizeUrl,
  sourcePlace,
} from '#shared/overlay/sourceSize.ts';
import { widgetOptions } from '#tests/support/overlayShows.ts';

const sized = widgetKinds.filter((kind) => !fillsPage(kind));
const sizeOf = (kind: WidgetKind, more: object = {}) => sourcePlace(widgetOptions(kind, more));

describe('the own size of a widget', () => {
  it.each(sized)('lies on the page at every size and indent: %s', (kind) => {
    for (const scale of [widgetLimits.scale.min, 100, widgetLimits.scale.max]) {
      for (const indent of [0, 10, widgetLimits.indent.max]) {
        const place = sizeOf(kind, { frame: { scale, indentTop: indent, indentBottom: indent } });
        expect(place.x).toBeGreaterThanOrEqual(0);
        expect(place.y).toBeGreaterThanOrEqual(0);
        expect(place.x + place.width).toBeLessThanOrEqual(1080);
        expect(place.y + place.height).toBeLessThanOrEqual(1920);
        expect(Math.min(place.width, place.height)).toBeGreaterThan(8);
      }
    }
  });

  it('grows with the rows of a list', () => {
    const heights = (kind: WidgetKind, option: string) =>
      [2, 5, 8, 12].map((rows) => sizeOf(kind, { [option]: rows }).height);
    for (const [kind, option] of [
      ['danceQueue', 'top'],
      ['recentGifts', 'top'],
      ['giftGuide', 'perPage'],
    ] as const) {
      const list = heights(kind, option);
      expect(list).toEqual([...list].sort((one, other) => one - other));
      expect(new Set(list).size).toBe(4);
    }
  });

  it('has room for the larger of two ranking pages', () => {
    const a = { top: 3, content: ['name', 'votes', 'count', 'diamonds'] };
    const b = { top: 8 };
    const both = sizeOf('ranking', { a, b });
    expect(both.width).toBe(sizeOf('ranking', { a }).width);
    expect(both.height).toBe(sizeOf('ranking', { a: b }).height);
  });

  it('is twice as large at twice the size, where the page has room', () => {
    const { width, height } = sizeOf('countdown', { frame: { scale: 50 } });
    expect(sizeOf('countdown')).toMatchObject({ width: 2 * width, height: 2 * height });
  });

  it('is at the lower edge of the page for the latest gifts', () => {
    const { y, height } = sizeOf('recentGifts', { frame: { indentBottom: 10 } });
    expect(y + height).toBe(1728);
  });
});

describe('the link for the own size', () => {
  const url = 'http://127.0.0.1:17840/overlay/#token';

  it('says so in its query, and is known by it', () => {
    const own = ownSizeUrl(url, 'pkBar');
    expect(own).toBe('http://127.0.0.1:17840/overlay/?size=own#token');
    expect(hasOwnSize(new URL(own).search)).toBe(true);
    expect(fullPageUrl(own)).toBe(url);
    expect(hasOwnSize('')).toBe(false);
    expect(hasOwnSize('?box=')).toBe(false);
  });

  it.each(widgetKinds.filter(fillsPage))('does not exist for a widget that fills its page: %s', (kind) => {
    expect(ownSizeUrl(url, kind)).toBe(url);
    expect(ownSizeFile('/a/Effects-abcdef.html', kind)).toBe('/a/Effects-abcdef.html');
  });

  it('has a local file of its own', () => {
    expect(ownSizeFile('/a/PK-abcdef.html', 'pkBar')).toBe('/a/PK-abcdef-own.html');
    expect(fullPageFile('/a/PK-abcdef-own.html')).toBe('/a/PK-abcdef.html');
    expect(fullPageFile('/a/PK-abcdef.html')).toBe('/a/PK-abcdef.html');
  });
});
