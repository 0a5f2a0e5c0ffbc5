import { RingsideError } from '#shared/contract/error.ts';
import { LARGEST_FONT } from '#shared/contract/overlay/look.ts';

interface FontKind {
  type: 'font/woff2' | 'font/ttf' | 'font/otf';
}

/** Checks a whole file. @throws RingsideError `font.tooLarge`, `font.invalid`. */
export function checkFont(bytes: Uint8Array): void {
  if (bytes.length > LARGEST_FONT) throw fontTooLarge();
  if (fontKind(bytes) === null) throw new RingsideError('font.invalid');
}

/** The error for a file of too many bytes; the limit is in MB. */
export const fontTooLarge = (): RingsideError =>
  new RingsideError('font.tooLarge', { limit: Math.round(LARGEST_FONT / 1024 ** 2) });

const TRUE_TYPE = 0x00010000;
const OPEN_TYPE = 0x4f54544f; // OTTO
const WOFF2 = 0x774f4632; // wOF2
const MOST_TABLES = 100;

/** Detects the type of a font from its bytes. Returns null unless it is WOFF2, TrueType or OpenType, and whole. */
export function fontKind(bytes: Uint8Array): FontKind | null {
  if (bytes.length < 48) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const signature = view.getUint32(0);
  if (signature === WOFF2) return isWoff2(view) ? { type: 'font/woff2' } : null;
  if (signature !== TRUE_TYPE && signature !== OPEN_TYPE) return null;
  if (!hasTables(view)) return null;
  return { type: signature === TRUE_TYPE ? 'font/ttf' : 'font/otf' };
}

/** The header names the flavour, the length of the file, the number of tables, and the length of the font data. */
function isWoff2(view: DataView): boolean {
  const flavour = view.getUint32(4);
  const tables = view.getUint16(12);
  return (
    (flavour === TRUE_TYPE || flavour === OPEN_TYPE) &&
    view.getUint32(8) === view.byteLength &&
    tables > 0 &&
    tables <= MOST_TABLES &&
    view.getUint16(14) === 0 &&
    view.getUint32(20) <= view.byteLength - 48
  );
}

/** The directory lists tables that are within the file, among them those that every font has. */
function hasTables(view: DataView): boolean {
  const tables = view.getUint16(4);
  const end = 12 + 16 * tables;
  if (tables > MOST_TABLES || end > view.byteLength) return false;
  const missing = new Set(['cmap', 'head', 'hhea', 'maxp']);
  for (let at = 12; at < end; at += 16) {
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((place) => view.getUint8(at + place)));
    const [offset, length] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (offset < end || offset + length > view.byteLength) return false;
    missing.delete(tag);
  }
  return missing.size === 0;
}
