import { z } from 'zod';
import type { Ringside } from '#renderer/data/ringside.ts';
import { LARGEST_PICTURE, pictureDataSchema, pictureIdSchema } from '#shared/contract/anchors.ts';
import { RingsideError } from '#shared/contract/error.ts';
import {
  FONT_CHUNK,
  filesOfLook,
  type HostTheme,
  hostThemeSchema,
  LARGEST_FONT,
  THEME_VERSION,
} from '#shared/contract/overlay/look.ts';
import { parseJson } from '#shared/json.ts';

type Call = Pick<Ringside, 'call'>['call'];

const FORMAT = 'ringside-theme';
/** The largest file: a font and two pictures in base64, and room for the rest (bytes). */
export const LARGEST_THEME_FILE = Math.ceil(((LARGEST_FONT + 2 * LARGEST_PICTURE) / 3) * 4) + 64 * 1024;

const headSchema = z.object({ format: z.literal(FORMAT), version: z.number().int().positive() });
/** Strict: what we do not know could be what the host trusts us to have read. */
const fileSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(THEME_VERSION),
  name: hostThemeSchema.shape.name,
  base: hostThemeSchema.shape.base,
  look: hostThemeSchema.shape.look,
  /** Pictures as `data:` URLs, the font in base64, by the ids in `look`. */
  pictures: z.record(pictureIdSchema, pictureDataSchema),
  fonts: z.record(pictureIdSchema, z.base64().max(Math.ceil(LARGEST_FONT / 3) * 4)),
});
type ThemeFile = z.infer<typeof fileSchema>;

/** Makes the file of a theme, with its pictures and its font. @throws RingsideError `theme.file`. */
export async function writeThemeFile({ name, base, look }: HostTheme, call: Call): Promise<string> {
  const font = look.font.kind === 'file' ? look.font.file : null;
  const wanted = [...new Set(filesOfLook(look).filter((id) => id !== font))];
  const found = wanted.length === 0 ? [] : (await call('pictures.read', { pictures: wanted })).pictures;
  if (found.some(({ data }) => data === '')) throw new RingsideError('theme.file');
  const file: ThemeFile = {
    format: FORMAT,
    version: THEME_VERSION,
    name,
    base,
    look,
    pictures: Object.fromEntries(found.map(({ id, data }) => [id, data])),
    fonts: font === null ? {} : { [font]: await readFont(font, call) },
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** Reads a font in parts. A part that is not the last one has a length without padding in base64. */
async function readFont(font: string, call: Call): Promise<string> {
  let whole = '';
  for (let offset = 0; offset < LARGEST_FONT; offset += FONT_CHUNK) {
    const { data } = await call('fonts.read', { font, offset });
    if (data === '') break;
    whole += data;
  }
  return whole;
}

/**
 * Checks the text of a file. @throws RingsideError `theme.notOurs`, `theme.newer`, `theme.fileTooLarge`.
 */
export function parseThemeFile(text: string): ThemeFile {
  if (text.length > LARGEST_THEME_FILE) throw new RingsideError('theme.fileTooLarge');
  const content = parseJson(text);
  const head = headSchema.safeParse(content);
  if (!head.success) throw new RingsideError('theme.notOurs');
  if (head.data.version > THEME_VERSION) throw new RingsideError('theme.newer');
  const file = fileSchema.safeParse(content);
  if (!file.success) throw new RingsideError('theme.notOurs');
  const { look, pictures, fonts } = file.data;
  const used = filesOfLook(look).sort();
  const brought = [...Object.keys(pictures), ...Object.keys(fonts)].sort();
  const isWhole = JSON.stringify([...new Set(used)]) === JSON.stringify(brought);
  const hasFont = look.font.kind !== 'file' || Object.hasOwn(fonts, look.font.file);
  if (!isWhole || !hasFont) throw new RingsideError('theme.notOurs');
  return file.data;
}

/**
 * Adds the theme of a file. The backstage checks its pictures and its font as if the host had uploaded them.
 *
 * @throws RingsideError what `parseThemeFile` and the backstage throw.
 */
export async function importTheme(file: Blob, call: Call): Promise<HostTheme> {
  if (file.size > LARGEST_THEME_FILE) throw new RingsideError('theme.fileTooLarge');
  const { name, base, look, pictures, fonts } = parseThemeFile(await file.text());
  const ids = new Map<string, string>();
  for (const [id, data] of Object.entries(pictures))
    ids.set(id, (await call('pictures.put', { data })).picture);
  for (const [id, data] of Object.entries(fonts)) ids.set(id, await sendFont(bytesOf(data), call));
  const idOf = (id: string) => ids.get(id) ?? id;
  const { font, logo, border } = look;
  const stored: HostTheme['look'] = {
    ...look,
    font: font.kind === 'file' ? { ...font, file: idOf(font.file) } : font,
    logo: logo === null ? null : { ...logo, picture: idOf(logo.picture) },
    border: border === null ? null : { ...border, picture: idOf(border.picture) },
  };
  return (await call('themes.create', { name, base, look: stored })).theme;
}

/** Sends a font file in parts. Returns its id. @throws RingsideError `font.tooLarge`, `font.invalid`. */
export async function uploadFont(file: Blob, call: Call): Promise<string> {
  // Do not read a file that would be refused.
  if (file.size > LARGEST_FONT)
    throw new RingsideError('font.tooLarge', { limit: Math.round(LARGEST_FONT / 1024 ** 2) });
  return sendFont(new Uint8Array(await file.arrayBuffer()), call);
}

async function sendFont(bytes: Uint8Array, call: Call): Promise<string> {
  if (bytes.length === 0) throw new RingsideError('font.invalid');
  let answer = { id: '', font: '' };
  for (let offset = 0; offset < bytes.length; offset += FONT_CHUNK) {
    let text = '';
    for (const byte of bytes.subarray(offset, offset + FONT_CHUNK)) text += String.fromCharCode(byte);
    answer = await call('fonts.put', { id: answer.id, size: bytes.length, offset, data: btoa(text) });
  }
  return answer.font;
}

const bytesOf = (data: string): Uint8Array => Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
