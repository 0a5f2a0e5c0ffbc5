import { black, contrast, mix, type Rgb, readableOn, white } from '#shared/overlay/colours.ts';

/** Custom properties of CSS with their values. */
export type Properties = Record<string, string>;

const darkPlate: Rgb = [16, 18, 26];
const paper: Rgb = [246, 241, 229];

const channels = (rgb: Rgb): string => rgb.join(', ');
export const opaque = (rgb: Rgb): string => `rgb(${channels(rgb)})`;
export const clear = (rgb: Rgb, alpha: number): string => `rgba(${channels(rgb)}, ${alpha})`;

/** The custom properties that styles derive from the accent. Values are `r, g, b`, for use in `rgba()`. */
export function accentTones(accent: Rgb): Properties {
  return {
    '--accent-rgb': channels(accent),
    '--accent-light-rgb': channels(mix(accent, white, 0.4)),
    '--accent-deep-rgb': channels(mix(accent, black, 0.35)),
    // Text colours: on the accent, on dark plates, and on paper.
    '--on-accent-rgb': channels(contrast(accent, white) >= 3.4 ? white : black),
    '--accent-on-dark-rgb': channels(readableOn(accent, darkPlate, 4.5)),
    '--accent-on-light-rgb': channels(readableOn(accent, paper, 4.5)),
  };
}

/** The custom properties that styles derive from the colour of a side. */
export function sideTones(side: 'attacker' | 'defender', colour: Rgb): Properties {
  return {
    [`--${side}-deep`]: opaque(mix(colour, black, 0.4)),
    // The ground of white labels.
    [`--${side}-strong`]: opaque(mix(colour, black, 0.14)),
    [`--${side}-pale`]: opaque(readableOn(mix(colour, white, 0.35), darkPlate, 4.5)),
    [`--${side}-dark`]: opaque(mix(colour, black, 0.62)),
    [`--${side}-edge`]: clear(mix(colour, black, 0.9), 0.75),
  };
}

/** Reads a computed colour, `rgb(…)` or `rgba(…)`; null for any other notation. */
export function parseComputed(text: string): Rgb | null {
  const found = /^rgba?\((\d+), (\d+), (\d+)/.exec(text);
  if (found === null) return null;
  return [Number(found[1]), Number(found[2]), Number(found[3])];
}

/** The text of a rule that sets custom properties, without specificity, so that other rules of the host win. */
export function ruleOf(properties: Properties): string {
  const lines = Object.entries(properties).map(([name, value]) => `${name}: ${value};`);
  return `:where(:root) { ${lines.join(' ')} }`;
}
