/**
 * Text that a spreadsheet reads as the start of a formula: = + - @ in any width, also after blanks and invisible
 * characters, and a leading tab or line break. Viewers choose their names themselves, so a name may contain a formula.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@\u2212])/u;

/** Formats a cell of a CSV file. A text that a spreadsheet would read as a formula gets an apostrophe before it. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value.normalize('NFKC')) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats rows as CSV (RFC 4180), with the byte order mark by which spreadsheets recognise UTF-8. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}
