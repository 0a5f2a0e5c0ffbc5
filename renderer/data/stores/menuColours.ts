/** The colours that the menu can have: eight light ones, fourteen dark ones. The first is the default. */
export const menuColours = {
  white: '#FFFFFF',
  snow: '#F8FAFC',
  mist: '#E2E8F0',
  stone: '#F5F5F4',
  cream: '#FEF3C7',
  ice: '#E0F2FE',
  mint: '#D1FAE5',
  petal: '#FCE7F3',
  black: '#000000',
  coal: '#18181B',
  graphite: '#27272A',
  umber: '#292524',
  night: '#0F172A',
  steel: '#1E293B',
  ocean: '#0C4A6E',
  lagoon: '#134E4A',
  forest: '#14532D',
  indigo: '#312E81',
  grape: '#4C1D95',
  plum: '#701A75',
  wine: '#831843',
  brick: '#7F1D1D',
} as const;

export type MenuColourName = keyof typeof menuColours;
export type MenuColour = (typeof menuColours)[MenuColourName];

export const menuColourNames = Object.keys(menuColours) as MenuColourName[];
export const DEFAULT_MENU_COLOUR: MenuColour = menuColours.white;

/** What stands on a menu of this colour; each is a colour of CSS. */
export interface MenuTokens {
  ground: string;
  text: string;
  /** Tabs that are not the open one. */
  muted: string;
  hover: string;
  chosen: string;
  edge: string;
}

const onLight = { text: '#18181B', muted: '#3F3F46' };
const onDark = { text: '#FFFFFF', muted: '#E4E4E7' };

/** The tokens of a menu of this colour; null for the default, which is the page's own panel, light or dark. */
export function menuTokens(colour: MenuColour): MenuTokens | null {
  if (colour === DEFAULT_MENU_COLOUR) return null;
  const { text, muted } = isLight(colour) ? onLight : onDark;
  return {
    ground: colour,
    text,
    muted,
    hover: mix(text, colour, 0.08),
    chosen: mix(text, colour, 0.16),
    edge: mix(text, colour, 0.14),
  };
}

export function isLight(colour: string): boolean {
  return contrast(colour, onLight.text) >= contrast(colour, onDark.text);
}

/** How far two colours stand apart, from 1 to 21, as the accessibility guidelines measure it. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** `part` of the first colour, the rest of the second. */
function mix(one: string, other: string, part: number): string {
  const over = channels(other);
  const mixed = channels(one).map((value, at) => Math.round(value * part + (over[at] ?? 0) * (1 - part)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue, 0 to 255, of `#RRGGBB`. */
function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
