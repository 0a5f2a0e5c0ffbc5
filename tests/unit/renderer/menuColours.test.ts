import { describe, expect, it } from 'vitest';
import {
  contrast,
  DEFAULT_MENU_COLOUR,
  isLight,
  menuColourNames,
  menuColours,
  menuTokens,
} from '#renderer/data/stores/menuColours.ts';

describe('menu colours', () => {
  it('are eight light and fourteen dark different colours, white by default', () => {
    const all = Object.values(menuColours);
    expect(all.filter(isLight).length).toBe(8);
    expect(all.filter((colour) => !isLight(colour)).length).toBe(14);
    expect(new Set(all).size).toBe(22);
    expect(DEFAULT_MENU_COLOUR).toBe('#FFFFFF');
  });

  it.each(menuColourNames)('have readable text on %s', (name) => {
    const tokens = menuTokens(menuColours[name]);
    if (tokens === null) {
      expect(menuColours[name]).toBe(DEFAULT_MENU_COLOUR);
      return;
    }
    for (const ground of [tokens.ground, tokens.hover, tokens.chosen]) {
      expect(contrast(tokens.text, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(tokens.muted, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('have the contrast ratio of the WCAG', () => {
    expect(contrast('#FFFFFF', '#000000')).toBeCloseTo(21);
    expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2);
    expect(contrast('#0C4A6E', '#0C4A6E')).toBeCloseTo(1);
  });
});
