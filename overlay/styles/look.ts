import type { Look } from '#shared/contract/overlay/look.ts';
import type { WidgetKind } from '#shared/contract/overlay/widget.ts';
import { inkOn, mix, parseHex, type Rgb, readableOn, white } from '#shared/overlay/colours.ts';
import { clear, opaque, type Properties } from './tones.ts';

/** The name under which a page has the font file of a theme. */
export const FONT_OF_THEME = 'ringside-theme';

/** The custom properties of a host's theme. All values are made from checked ones, so no CSS of a file gets through. */
export function lookProperties({ colours, opacity }: Look, accent: Rgb): Properties {
  const { plate, ink, soft, border, head, headInk, attacker, defender } = colours;
  return {
    ...(attacker !== null && { '--attacker': attacker }),
    ...(defender !== null && { '--defender': defender }),
    ...(plate !== null && plateProperties(parseHex(plate), ink, opacity / 100, accent)),
    ...(plate === null && ink !== null && { '--ink': ink, '--pk-name': ink, '--chip-ink': ink }),
    ...(soft !== null && { '--soft': soft }),
    ...(border !== null && {
      '--plate-border': `0.03rem solid ${border}`,
      '--pk-ground-border': `0.03rem solid ${border}`,
    }),
    ...(head !== null && headProperties(head)),
    ...(headInk !== null && { '--head-ink': headInk, '--tag-ink': headInk, '--head-shadow': 'none' }),
  };
}

/** A plate in one colour, with text and lines that can be read on it. */
function plateProperties(plate: Rgb, ownInk: string | null, alpha: number, accent: Rgb): Properties {
  const ink = ownInk === null ? inkOn(plate) : parseHex(ownInk);
  const ground = clear(plate, alpha);
  const isLight = inkOn(plate) !== white;
  return {
    '--plate': ground,
    '--pk-ground': ground,
    '--ink': opaque(ink),
    '--soft': opaque(mix(ink, plate, 0.25)),
    '--accent-ink': opaque(readableOn(accent, plate, 4.5)),
    '--line': clear(ink, 0.14),
    '--track': clear(ink, 0.18),
    '--chip': clear(ink, 0.18),
    '--chip-ink': opaque(ink),
    '--fill': `linear-gradient(90deg, ${clear(accent, 0.1)}, ${clear(accent, 0.38)})`,
    '--pk-name': opaque(ink),
    '--pk-name-shadow': 'none',
    ...(isLight && { '--text-shadow': 'none' }),
  };
}

function headProperties(head: string): Properties {
  const ink = inkOn(parseHex(head));
  return {
    '--head': head,
    '--brush': head,
    '--head-ink': opaque(ink),
    '--head-shadow': 'none',
    '--tag': clear(ink, 0.18),
    '--tag-ink': opaque(ink),
  };
}

type AddressOf = (file: string) => string;

/** The properties of the logo and of the frame, and the rule that loads the font. Addresses consist of hashes. */
export function lookFiles(look: Look, addressOf: AddressOf): { properties: Properties; rules: string } {
  const { logo, border, font } = look;
  return {
    properties: {
      ...(logo !== null && {
        '--logo-picture': `url("${addressOf(logo.picture)}")`,
        '--logo-size': `${logo.size / 100}rem`,
      }),
      ...(border !== null && {
        '--border-picture': `url("${addressOf(border.picture)}") ${border.slice}%`,
        '--border-width': `${border.width / 100}rem`,
        '--border-fit': border.fit,
      }),
    },
    rules:
      font.kind === 'file'
        ? `@font-face { font-family: "${FONT_OF_THEME}"; src: url("${addressOf(font.file)}"); font-display: swap; }`
        : '',
  };
}

/** The corner of the logo in a kind of widget; null for none. */
export function logoCorner(look: Look | null, kind: WidgetKind): string | null {
  const logo = look?.logo ?? null;
  return logo?.kinds.some((each) => each === kind) === true ? logo.corner : null;
}
