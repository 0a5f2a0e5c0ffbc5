import { crc32 } from 'node:zlib';

/** Files that the report saves, read as office programs read them: a table is its lines, the head first. */
export type Table = string[][];

/** The lines of a CSV file: fields may be quoted, and hold commas and line ends then. */
export function readCsv(text: string): Table {
  const lines: Table = [];
  let fields: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  const plain = text.replace(/^\uFEFF/, '');
  while (field.lastIndex < plain.length) {
    const [, quoted, bare, end] = field.exec(plain) ?? [];
    if (end === undefined) throw new Error('not CSV');
    fields.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
    if (end === ',') continue;
    lines.push(fields);
    fields = [];
  }
  return lines;
}

/** The sheets of a workbook by their names. */
export function readXlsx(bytes: Uint8Array): Map<string, Table> {
  const files = unzip(bytes);
  const book = files.get('xl/workbook.xml') ?? '';
  const names = Array.from(book.matchAll(/<sheet name="([^"]*)"/g), ([, name = '']) => plain(name));
  return new Map(
    names.map((name, at) => [name, tableOf(files.get(`xl/worksheets/sheet${at + 1}.xml`) ?? '')]),
  );
}

function tableOf(sheet: string): Table {
  return Array.from(sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs), ([, row = '']) => {
    const cells: string[] = [];
    for (const [, column = '', content = ''] of row.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(.*?)<\/c>/gs)) {
      const at = [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      cells[at] = plain(content.replaceAll(/<[^>]*>/g, ''));
    }
    return Array.from(cells, (cell) => cell ?? '');
  });
}

function plain(xml: string): string {
  return xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** Reads a zip of stored files by its directory, and checks every sum on the way. */
export function unzip(bytes: Uint8Array): Map<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = bytes.length - 22;
  const signed = (place: number, signature: number) => {
    if (view.getUint32(place, true) !== signature) throw new Error(`no zip: nothing begins at ${place}`);
  };
  signed(end, 0x06054b50);
  const files = new Map<string, string>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    signed(at, 0x02014b50);
    const length = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const local = view.getUint32(at + 42, true);
    signed(local, 0x04034b50);
    const start = local + 30 + view.getUint16(local + 26, true);
    const data = bytes.subarray(start, start + length);
    if (view.getUint32(at + 16, true) !== crc32(data)) throw new Error(`${name} is damaged`);
    files.set(name, new TextDecoder().decode(data));
    at += 46 + nameLength;
  }
  if (at !== end) throw new Error('no zip: its directory does not end where it says');
  return files;
}
