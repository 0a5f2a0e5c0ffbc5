import { z } from 'zod';
import { type Language, languageSchema } from '#shared/contract/language.ts';
import { rehearsalSizes } from '#shared/contract/rehearsal.ts';
import { DEFAULT_MENU_COLOUR, menuColours } from './menuColours.ts';

/**
 * The stored form of the settings of this device. A new setting needs no new version: it has a default, which
 * holds where it was not stored.
 */
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
  /** The room that was opened last, offered again at the next start. */
  username: z.string().max(200),
  rehearsalSize: z.enum(rehearsalSizes),
  /** Whether the menu shows icons alone. */
  simpleMenu: z.boolean(),
  menuColour: z.enum(Object.values(menuColours)),
  /** Whether presets and finished shows of this device are kept with the account of whoever is signed in. */
  syncOn: z.boolean(),
  /** Keys that were chosen instead of the default ones, by action; what does not fit is passed over. */
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
  keys: {},
};

/**
 * Reads what was stored, whatever it is. What does not fit falls back field by field, so that one bad value
 * does not cost the rest; `fellBack` tells that something was thrown away.
 */
export function readSettings(stored: string | null): { settings: Settings; fellBack: boolean } {
  if (stored === null) return { settings: defaultSettings, fellBack: false };
  let raw: unknown;
  try {
    raw = JSON.parse(stored);
  } catch {
    return { settings: defaultSettings, fellBack: true };
  }
  const loose = z.record(z.string(), z.unknown()).safeParse(raw);
  if (!loose.success || loose.data.version !== SETTINGS_VERSION)
    return { settings: defaultSettings, fellBack: true };
  // What was not stored has never been chosen.
  const whole = settingsSchema.safeParse({ ...defaultSettings, ...loose.data });
  if (whole.success) return { settings: whole.data, fellBack: false };
  const broken = new Set(whole.error.issues.map((issue) => String(issue.path[0])));
  const sound = Object.entries(loose.data).filter(([key]) => !broken.has(key));
  const mended = settingsSchema.safeParse({ ...defaultSettings, ...Object.fromEntries(sound) });
  return { settings: mended.success ? mended.data : defaultSettings, fellBack: true };
}

/** A stored language, or Japanese when there is none that we speak. */
export function readLanguage(stored: string | null): Language {
  const parsed = languageSchema.safeParse(stored);
  return parsed.success ? parsed.data : 'ja';
}
