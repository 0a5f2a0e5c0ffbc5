/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

export const white: Rgb = [255, 255, 255];
export const black: Rgb = [18, 16, 12];

/** Parses `#rrggbb`. The schemas guarantee the format. */
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
function luminance([red, green, blue]: Rgb): number {
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

/** White or black, whichever is easier to read on `ground`. */
export function inkOn(ground: Rgb): Rgb {
  return contrast(white, ground) > contrast(black, ground) ? white : black;
}

/** Mixes `colour` with white or black until its contrast to `ground` is at least `atLeast`. */
export function readableOn(colour: Rgb, ground: Rgb, atLeast: number): Rgb {
  const towards = inkOn(ground);
  for (let part = 0; part < 1; part += 0.1) {
    const mixed = mix(colour, towards, part);
    if (contrast(mixed, ground) >= atLeast) return mixed;
  }
  return towards;
}
