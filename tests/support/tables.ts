import { readXlsx } from 'hucre/xlsx';

/** The lines of a table that the report saves, the header first. */
export type Table = string[][];

/** The lines of a CSV file. Quoted fields may contain commas and line ends. */
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

/** The sheets of a workbook by name; cells as text, empty ones as ''. */
export async function readWorkbook(bytes: Uint8Array): Promise<Map<string, Table>> {
  const { sheets } = await readXlsx(bytes);
  return new Map(
    sheets.map(({ name, rows }) => [name, rows.map((row) => Array.from(row, (cell) => String(cell ?? '')))]),
  );
}
