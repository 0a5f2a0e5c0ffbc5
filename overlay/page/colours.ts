/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Parses `#rrggbb`. The schema of the options guarantees the format. */
export function parseHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Mixes two colours. `part` is the share of the second, 0 to 1. */
export function mix(from: Rgb, to: Rgb, part: number): Rgb {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * part);
  return [at(0), at(1), at(2)];
}

/** Relative luminance by WCAG 2, 0 to 1. */
export function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast of two colours by WCAG 2, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [bright, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((bright ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

const white: Rgb = [255, 255, 255];
const black: Rgb = [18, 16, 12];

/** Mixes `colour` with white or black until its contrast to `ground` is at least `atLeast`. */
export function readableOn(colour: Rgb, ground: Rgb, atLeast: number): Rgb {
  const towards = contrast(white, ground) > contrast(black, ground) ? white : black;
  for (let part = 0; part < 1; part += 0.1) {
    const mixed = mix(colour, towards, part);
    if (contrast(mixed, ground) >= atLeast) return mixed;
  }
  return towards;
}

/** The custom properties that styles derive from the host's colour. Values are `r, g, b`, for use in `rgba()`. */
export function accentTones(hex: string): Record<string, string> {
  const accent = parseHex(hex);
  const channels = (rgb: Rgb) => rgb.join(', ');
  return {
    '--accent-rgb': channels(accent),
    '--accent-light-rgb': channels(mix(accent, white, 0.4)),
    '--accent-deep-rgb': channels(mix(accent, black, 0.35)),
    // Text colours: on the accent, on dark plates, and on paper.
    '--on-accent-rgb': channels(contrast(accent, white) >= 3.4 ? white : black),
    '--accent-on-dark-rgb': channels(readableOn(accent, [16, 18, 26], 4.5)),
    '--accent-on-light-rgb': channels(readableOn(accent, [246, 241, 229], 4.5)),
  };
}
