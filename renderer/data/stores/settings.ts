import { z } from 'zod';
import { rehearsalSizes } from '#shared/contract/calls/room.ts';
import { type Language, languageSchema } from '#shared/contract/language.ts';
import { parseJson } from '#shared/json.ts';
import { DEFAULT_MENU_COLOUR, menuColours } from './menuColours.ts';

/** Version of this device's stored settings. A new setting needs no new version: a missing value gets a default. */
export const SETTINGS_VERSION = 1;

export const primaryNames = [
  'sky',
  'blue',
  'indigo',
  'violet',
  'purple',
  'fuchsia',
  'pink',
  'rose',
  'teal',
  'emerald',
  'green',
  'lime',
] as const;

export const surfaceNames = ['slate', 'gray', 'zinc', 'neutral', 'stone'] as const;
export type SurfaceName = (typeof surfaceNames)[number];

export const settingsSchema = z.object({
  version: z.literal(SETTINGS_VERSION),
  /** 0 is aura, 1 lara, any other number nora. */
  theme: z.number(),
  dark: z.boolean(),
  primary: z.enum(primaryNames),
  /** null keeps the theme's own surfaces. */
  surface: z.enum(surfaceNames).nullable(),
  lineId: z.enum(['line1', 'line2']),
  /** The last opened room, suggested at the next start. */
  username: z.string().max(200),
  rehearsalSize: z.enum(rehearsalSizes),
  /** Whether the menu shows only icons. */
  simpleMenu: z.boolean(),
  menuColour: z.enum(Object.values(menuColours)),
  /** Whether this device's presets and finished shows are synced with the account. */
  syncOn: z.boolean(),
  /** How the host is told that an awaited room has gone live. */
  liveSound: z.boolean(),
  liveNotification: z.boolean(),
  /** Whether a phone vibrates when a gift or a tie begins to wait for the host. */
  vibrates: z.boolean(),
  /** The time zone of periods in the report; '' is that of this device. */
  reportZone: z.string().max(60),
  /** The host's keyboard shortcuts by action; invalid entries are ignored. */
  keys: z.record(z.string().max(40), z.string().max(20)),
});
export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  version: SETTINGS_VERSION,
  theme: 0,
  dark: true,
  primary: 'sky',
  surface: null,
  lineId: 'line1',
  username: '',
  rehearsalSize: 'normal',
  simpleMenu: false,
  menuColour: DEFAULT_MENU_COLOUR,
  syncOn: true,
  liveSound: false,
  liveNotification: false,
  vibrates: true,
  reportZone: '',
  keys: {},
};

/**
 * Reads stored settings. Each invalid field falls back to its default and the others stay; `fellBack` is true if
 * something was discarded.
 */
export function readSettings(stored: string | null): { settings: Settings; fellBack: boolean } {
  if (stored === null) return { settings: defaultSettings, fellBack: false };
  const loose = z.record(z.string(), z.unknown()).safeParse(parseJson(stored));
  if (!loose.success || loose.data.version !== SETTINGS_VERSION)
    return { settings: defaultSettings, fellBack: true };
  // Missing settings get their defaults.
  const whole = settingsSchema.safeParse({ ...defaultSettings, ...loose.data });
  if (whole.success) return { settings: whole.data, fellBack: false };
  const broken = new Set(whole.error.issues.map((issue) => String(issue.path[0])));
  const sound = Object.entries(loose.data).filter(([key]) => !broken.has(key));
  const mended = settingsSchema.safeParse({ ...defaultSettings, ...Object.fromEntries(sound) });
  return { settings: mended.success ? mended.data : defaultSettings, fellBack: true };
}

/** Returns the stored language; Japanese if it is missing or unknown. */
export function readLanguage(stored: string | null): Language {
  const parsed = languageSchema.safeParse(stored);
  return parsed.success ? parsed.data : 'ja';
}
