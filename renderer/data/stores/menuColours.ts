/** The menu's colours: eight light and fourteen dark. The first is the default. */
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

/** The CSS colours of a menu. */
export interface MenuTokens {
  ground: string;
  text: string;
  /** The text colour of inactive tabs. */
  muted: string;
  hover: string;
  chosen: string;
  edge: string;
}

const onLight = { text: '#18181B', muted: '#3F3F46' };
const onDark = { text: '#FFFFFF', muted: '#E4E4E7' };

/** Returns the menu's colours; null for the default, which uses the page's panel colours. */
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

/** Returns the WCAG contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes two colours; `part` (0 to 1) is the share of the first. */
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

/** Returns red, green and blue (0 to 255) of `#RRGGBB`. */
function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
