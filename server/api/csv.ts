/**
 * Rows as CSV with a byte order mark, which spreadsheets need to read Japanese and Chinese. A cell that a
 * spreadsheet would take for a formula gets an apostrophe before it: what is logged comes from strangers.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => row.map(quote).join(',')).join('\r\n')}\r\n`;
}

function quote(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
