import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A real WOFF2 file. */
export function woff2File(): Buffer {
  const themes = createRequire(import.meta.url).resolve('primereact/resources/primereact.css');
  const file = 'themes/mdc-dark-deeppurple/fonts/roboto-v20-latin-ext_latin-regular.woff2';
  return readFileSync(new URL(file, new URL(`file://${themes}`)));
}

/** A TrueType file with the tables that every font has, without glyphs. */
export function trueTypeFile(tags: readonly string[] = ['cmap', 'head', 'hhea', 'maxp']): Buffer {
  const start = 12 + 16 * tags.length;
  const file = Buffer.alloc(start + 16 * tags.length);
  file.writeUInt32BE(0x00010000, 0);
  file.writeUInt16BE(tags.length, 4);
  for (const [place, tag] of tags.entries()) {
    file.write(tag, 12 + 16 * place);
    file.writeUInt32BE(start + 16 * place, 20 + 16 * place);
    file.writeUInt32BE(16, 24 + 16 * place);
  }
  return file;
}
