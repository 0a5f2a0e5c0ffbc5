import {
  type HostTheme,
  hostThemeSchema,
  type LookColours,
  lookSchema,
} from '#shared/contract/overlay/look.ts';

/** A theme as values of the form: texts instead of nulls, and all parts present while they are off. */
export interface ThemeValues extends Record<string, unknown> {
  name: string;
  base: HostTheme['base'];
  colours: Record<keyof LookColours, string>;
  opacity: number | null;
  font: { kind: string; style: string; family: string; file: string; name: string };
  logo: { picture: string; corner: string; size: number | null; kinds: readonly string[] };
  border: { picture: string; slice: number | null; width: number | null; fit: string };
}

const anyPicture = '0'.repeat(64);
/** What a theme gets with its first logo and its first frame. */
const { logo: firstLogo, border: firstBorder } = lookSchema.parse({
  logo: { picture: anyPicture },
  border: { picture: anyPicture },
});
const plainLogo = { corner: 'topLeft', size: 100, kinds: [], ...firstLogo, picture: '' };
const plainBorder = { slice: 30, width: 24, fit: 'stretch', ...firstBorder, picture: '' };

export function toThemeForm({ name, base, look }: HostTheme): ThemeValues {
  const { colours, opacity, font, logo, border } = look;
  return {
    name,
    base,
    colours: {
      accent: colours.accent ?? '',
      attacker: colours.attacker ?? '',
      defender: colours.defender ?? '',
      plate: colours.plate ?? '',
      ink: colours.ink ?? '',
      soft: colours.soft ?? '',
      border: colours.border ?? '',
      head: colours.head ?? '',
      headInk: colours.headInk ?? '',
    },
    opacity,
    font: { style: 'gothic', family: '', file: '', name: '', ...font },
    logo: { ...plainLogo, ...logo },
    border: { ...plainBorder, ...border },
  };
}

/** Returns the theme of a form's values, or null while a field is invalid. */
export function fromThemeForm(values: ThemeValues, theme: HostTheme): HostTheme | null {
  const { name, base, colours, opacity, font, logo, border } = values;
  // Without its file, a font of the host's own is not chosen yet.
  const isMissing = font.kind === 'file' && font.file === '';
  const parsed = hostThemeSchema.safeParse({
    ...theme,
    name,
    base,
    look: {
      colours: Object.fromEntries(
        Object.entries(colours).map(([key, value]) => [key, value === '' ? null : value]),
      ),
      opacity,
      font: isMissing ? { kind: 'widget' } : font,
      logo: logo.picture === '' ? null : logo,
      border: border.picture === '' ? null : border,
    },
  });
  return parsed.success ? parsed.data : null;
}
