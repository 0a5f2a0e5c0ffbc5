import { exportedCell, type Sheet } from '../sheet.ts';

/** Spreadsheets take UTF-8 for what it is when it begins so. */
const BOM = '\ufeff';
/** A text that begins so is read as a formula; viewers choose their names themselves. */
const FORMULA = /^\s*[=+\-@\t\r]/;

/** One table as CSV with a head, lines ending as RFC 4180 says. */
export function toCsv({ columns, rows }: Sheet): string {
  const lines = rows.map((row) =>
    columns.map(({ kind }, at) => field(exportedCell(kind, row[at] ?? null))).join(','),
  );
  return `${BOM}${[columns.map(({ title }) => field(title)).join(','), ...lines].join('\r\n')}\r\n`;
}

function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
