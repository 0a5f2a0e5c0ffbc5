import { type CellStyle, type CellValue, rangeRef, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { type Cell, type CellKind, columnDecimals, type Sheet } from '../sheet.ts';

/**
 * The most rows of a sheet, with its heading. Excel allows 1,048,576, but the text of so many gifts would exceed the limit
 * of a string (512 MB).
 */
const MAX_ROWS = 500_000;
/** Excel's limits for the name of a sheet. */
const MAX_NAME = 31;
const FORBIDDEN_IN_NAMES = /[[\]:*?/\\']/g;

const DAY_MS = 86_400_000;
/** 1970-01-01 as an Excel date (days since 1899-12-30). */
const UNIX_EPOCH_DAY = 25_569;

const BOLD: CellStyle = { font: { bold: true } };

/**
 * Writes tables as an Excel workbook. Numbers, dates and durations have their types; texts are never formulas. A table
 * with more than `maxRows` rows continues in further sheets.
 */
export async function writeWorkbook(
  sheets: readonly Sheet[],
  maxRows = MAX_ROWS,
): Promise<Uint8Array<ArrayBuffer>> {
  const fitting = sheets.flatMap((sheet) => splitLong(sheet, maxRows));
  const names = uniqueNames(fitting);
  const bytes = await writeXlsx({
    // Shared strings would need a second copy of every name in memory.
    stringMode: 'inline',
    sheets: fitting.map((sheet, at) => {
      const name = names[at] ?? '';
      return sheet.vertical === true ? verticalSheet(name, sheet) : tableSheet(name, sheet);
    }),
  });
  return Uint8Array.from(bytes);
}

function tableSheet(name: string, sheet: Sheet): WriteSheet {
  const { columns, rows } = sheet;
  const decimals = columnDecimals(sheet);
  return {
    name,
    columns: columns.map(({ kind, wide }, at) => ({
      width: wide === true ? 32 : 18,
      ...formatOf(kind, decimals[at]),
    })),
    rows: [
      columns.map(({ title }) => title),
      ...rows.map((row) => columns.map(({ kind }, at) => workbookCell(kind, row[at] ?? null))),
    ],
    cells: new Map(columns.map((_, at) => [`0,${at}`, { style: BOLD }])),
    freezePane: { rows: 1 },
    autoFilter: { range: rangeRef(0, 0, rows.length, columns.length - 1) },
  };
}

/** Writes the only row of a table vertically: each column is a line with its title in bold and its value. */
function verticalSheet(name: string, { columns, rows: [row = []] }: Sheet): WriteSheet {
  return {
    name,
    columns: [{ width: 24 }, { width: 40 }],
    rows: columns.map(({ title, kind }, at) => [title, workbookCell(kind, row[at] ?? null)]),
    cells: new Map(
      columns.flatMap(({ kind }, at) => [
        [`${at},0`, { style: BOLD }] as const,
        [`${at},1`, { style: { ...formatOf(kind), alignment: { horizontal: 'left' } } }] as const,
      ]),
    ),
  };
}

function formatOf(kind: CellKind, decimals = false): { numFmt?: string } {
  switch (kind) {
    case 'text':
      return {};
    case 'number':
      return { numFmt: '#,##0' };
    case 'votes':
      return { numFmt: decimals ? '#,##0.0' : '#,##0' };
    case 'amount':
      return { numFmt: decimals ? '#,##0.00' : '#,##0' };
    case 'time':
      return { numFmt: 'yyyy-mm-dd hh:mm:ss' };
    case 'duration':
      return { numFmt: '[h]:mm:ss' };
  }
}

/** Converts a cell to Excel's format. Times and durations are days; times are in this device's time zone. */
export function workbookCell(kind: CellKind, value: Cell): CellValue {
  if (value === null || value === '') return null;
  if (typeof value === 'string') return xmlText(value);
  if (kind === 'votes') return value / 10;
  if (kind === 'amount') return value / 100;
  if (kind === 'duration') return value / DAY_MS;
  if (kind !== 'time') return value;
  if (value === 0) return null;
  const localMs = value - new Date(value).getTimezoneOffset() * 60_000;
  return localMs / DAY_MS + UNIX_EPOCH_DAY;
}

/**
 * Removes the characters that XML does not allow even when escaped: Excel would report the file as damaged. Escapes the
 * underscore of texts such as `_x0041_`, which Excel would read as an A.
 */
function xmlText(text: string): string {
  return [...text.toWellFormed()]
    .filter((char) => char >= ' ' || char === '\n' || char === '\t')
    .filter((char) => char !== '\ufffe' && char !== '\uffff')
    .join('')
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
}

/** Splits a table with more rows than a sheet allows. */
function splitLong(sheet: Sheet, maxRows: number): Sheet[] {
  const most = maxRows - 1;
  if (sheet.rows.length <= most) return [sheet];
  const parts: Sheet[] = [];
  for (let from = 0; from < sheet.rows.length; from += most)
    parts.push({ ...sheet, rows: sheet.rows.slice(from, from + most) });
  return parts;
}

/** Returns unique sheet names that Excel allows. */
function uniqueNames(sheets: readonly Sheet[]): string[] {
  const taken = new Set<string>();
  return sheets.map(({ name }, at) => {
    const plain = name.replaceAll(FORBIDDEN_IN_NAMES, ' ').trim().slice(0, MAX_NAME) || `${at + 1}`;
    const unique = taken.has(plain) ? `${plain.slice(0, MAX_NAME - 4)} ${at + 1}` : plain;
    taken.add(unique);
    return unique;
  });
}
