import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mainWindowRules } from '#electron/windows/toolWindows.ts';
import { choosePlace, choosePoint } from '#electron/windows/windowPlace.ts';
import { workbenchContent, workbenchPixels } from '#electron/windows/workbenchWindow.ts';

const main = { x: 0, y: 0, width: 1920, height: 1040 };
const left = { x: -1280, y: 0, width: 1280, height: 984 };
const place = { x: 200, y: 100, width: 1200, height: 800, maximized: false, fullScreen: false };

describe('choosePlace', () => {
  it('returns the stored place, on any display', () => {
    expect(choosePlace(place, [main], mainWindowRules)).toEqual(place);
    const onLeft = { ...place, x: -1200 };
    expect(choosePlace(onLeft, [main, left], mainWindowRules)).toEqual(onLeft);
  });

  it('centres the window on the main display if its display is gone', () => {
    expect(choosePlace({ ...place, x: -1200 }, [main], mainWindowRules)).toEqual({
      x: 280,
      y: 100,
      width: 1360,
      height: 840,
      maximized: false,
      fullScreen: false,
    });
  });

  it('never places the title bar above the top edge', () => {
    expect(choosePlace({ ...place, y: -50 }, [main], mainWindowRules).y).toBeGreaterThanOrEqual(0);
  });

  it('shrinks the window to a smaller display', () => {
    expect(choosePlace({ ...place, x: 0, width: 3000, height: 2000 }, [main], mainWindowRules)).toMatchObject(
      {
        width: 1920,
        height: 1040,
      },
    );
  });

  it.each([
    null,
    'garbage',
    { x: 'left' },
    { ...place, width: Number.NaN },
    { ...place, x: 1e12 },
    { ...place, height: -5 },
    [],
  ])('returns the default place for %j', (garbage) => {
    expect(choosePlace(garbage, [main], mainWindowRules)).toMatchObject({ width: 1360, height: 840 });
  });

  it('always leaves the title bar within reach, for random places and displays', () => {
    const area = fc.record({
      x: fc.integer({ min: -5000, max: 5000 }),
      y: fc.integer({ min: -5000, max: 5000 }),
      width: fc.integer({ min: 320, max: 4000 }),
      height: fc.integer({ min: 240, max: 3000 }),
    });
    const saved = fc.record({
      x: fc.integer({ min: -9000, max: 9000 }),
      y: fc.integer({ min: -9000, max: 9000 }),
      width: fc.integer({ min: 1, max: 9000 }),
      height: fc.integer({ min: 1, max: 9000 }),
      maximized: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(area, { minLength: 1, maxLength: 3 }), saved, (displays, stored) => {
        const chosen = choosePlace(stored, displays, mainWindowRules);
        const reachable = displays.some((display) => {
          const width =
            Math.min(chosen.x + chosen.width, display.x + display.width) - Math.max(chosen.x, display.x);
          return width >= 100 && chosen.y >= display.y && chosen.y + 30 <= display.y + display.height;
        });
        expect(reachable).toBe(true);
      }),
    );
  });
});

describe('choosePoint', () => {
  const size = { width: 960, height: 540 };

  it('returns the stored position, on any display', () => {
    expect(choosePoint({ x: -1200, y: 40 }, size, [main, left])).toEqual({ x: -1200, y: 40 });
    expect(choosePoint({ x: 1700, y: -300 }, size, [main])).toEqual({ x: 1700, y: -300 });
  });

  it.each([
    null,
    'garbage',
    { x: 5 },
    { x: -1200, y: 40 },
    { x: 1900, y: 40 },
    { x: 40, y: -530 },
    { x: 40, y: 1030 },
  ])('returns null for %j', (saved) => {
    expect(choosePoint(saved, size, [main])).toBeNull();
  });
});

describe('workbenchContent', () => {
  it.each([1, 1.25, 1.5, 2])('returns whole pixels at a scaling of %d', (scale) => {
    for (const layout of ['horizontal', 'vertical'] as const) {
      const content = workbenchContent(layout, scale);
      expect(content.width * scale).toBe(workbenchPixels[layout].width);
      expect(content.height * scale).toBe(workbenchPixels[layout].height);
      expect(content.zoom * scale).toBe(1);
    }
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('treats an invalid scaling of %d as 1', (scale) => {
    expect(workbenchContent('vertical', scale)).toEqual({ width: 540, height: 960, zoom: 1 });
  });

  it('rounds up at an uneven scaling', () => {
    expect(workbenchContent('horizontal', 1.75).width * 1.75).toBeGreaterThanOrEqual(960);
  });
});
