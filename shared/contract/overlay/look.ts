import { z } from 'zod';
import { pictureIdSchema } from '../anchors.ts';
import { type Limits, whole } from '../rules.ts';

export const widgetThemes = ['plate', 'glass', 'outline', 'festival', 'ink', 'neon'] as const;
export const widgetFonts = ['gothic', 'rounded', 'mincho', 'brush', 'mono'] as const;

/** `#rrggbb`, the only format of colours in styles. */
export const hexColourSchema = z.string().regex(/^#[0-9a-f]{6}$/i);

/** The kinds of widgets that can have the logo. The others fill their page, or are a row of small plates. */
export const logoKinds = [
  'ranking',
  'pkBar',
  'countdown',
  'anchorCards',
  'totalVotes',
  'giftGuide',
  'danceQueue',
  'lastWinner',
  'thanks',
  'goal',
  'giftAlert',
  'timeBonus',
] as const;
export const corners = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'] as const;
export const borderFits = ['stretch', 'round'] as const;

export const lookLimits = {
  /** Percent. */
  opacity: { min: 0, max: 100 },
  /** Units of a page that is 1080 units wide. */
  logo: { min: 40, max: 300 },
  borderWidth: { min: 4, max: 120 },
  /** Percent of the picture. */
  slice: { min: 1, max: 49 },
} as const satisfies Record<string, Limits>;

/** The largest font file of a host (bytes), and the bytes of it in one call. */
export const LARGEST_FONT = 3 * 1024 * 1024;
export const FONT_CHUNK = 120 * 1024;

const colour = hexColourSchema.nullable().default(null);

/** Colours in place of those of a theme; null keeps the theme's. */
export const lookColoursSchema = z.object({
  accent: colour,
  attacker: colour,
  defender: colour,
  plate: colour,
  ink: colour,
  soft: colour,
  border: colour,
  head: colour,
  headInk: colour,
});
export type LookColours = z.infer<typeof lookColoursSchema>;

/** The name of a font family. No quotes, so that it cannot end the string in CSS. */
export const fontFamilySchema = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{M}\p{N} ._-]{1,60}$/u);

export const lookFontSchema = z.discriminatedUnion('kind', [
  /** The font of each widget. */
  z.object({ kind: z.literal('widget') }),
  z.object({ kind: z.literal('style'), style: z.enum(widgetFonts) }),
  /** A font that is installed on the computer with the streaming software. */
  z.object({ kind: z.literal('installed'), family: fontFamilySchema }),
  z.object({ kind: z.literal('file'), file: pictureIdSchema, name: z.string().trim().min(1).max(60) }),
]);
export type LookFont = z.infer<typeof lookFontSchema>;

/** What a theme of the host changes in a theme of Ringside. Only values, no CSS. */
export const lookSchema = z.object({
  colours: lookColoursSchema.prefault({}),
  /** Of the plate's colour. */
  opacity: whole(lookLimits.opacity).default(94),
  font: lookFontSchema.default({ kind: 'widget' }),
  logo: z
    .object({
      picture: pictureIdSchema,
      corner: z.enum(corners).default('topLeft'),
      size: whole(lookLimits.logo).default(100),
      kinds: z.array(z.enum(logoKinds)).max(logoKinds.length).default(['ranking', 'pkBar', 'thanks']),
    })
    .nullable()
    .default(null),
  /** A picture whose edges and corners become the frame of each plate. */
  border: z
    .object({
      picture: pictureIdSchema,
      slice: whole(lookLimits.slice).default(30),
      width: whole(lookLimits.borderWidth).default(24),
      fit: z.enum(borderFits).default('stretch'),
    })
    .nullable()
    .default(null),
});
export type Look = z.infer<typeof lookSchema>;

/** The version of a stored theme. Raise it, with a migration, whenever the shape changes. */
export const THEME_VERSION = 1;

/** A theme of the host. */
export const hostThemeSchema = z.object({
  version: z.literal(THEME_VERSION),
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(60),
  /** The theme of Ringside that it changes, and that remains when it is deleted. */
  base: z.enum(widgetThemes).default('plate'),
  look: lookSchema.prefault({}),
  changedAt: z.number(),
});
export type HostTheme = z.infer<typeof hostThemeSchema>;

/** The most themes of a host. */
export const MOST_THEMES = 30;

/** The ids of the pictures and the font of a look. */
export function filesOfLook({ font, logo, border }: Look): string[] {
  return [
    ...(font.kind === 'file' ? [font.file] : []),
    ...(logo === null ? [] : [logo.picture]),
    ...(border === null ? [] : [border.picture]),
  ];
}
