import { csvText } from '#shared/csv.ts';
import { csvCell } from '../cellText.ts';
import type { Sheet } from '../sheet.ts';

/** One table as CSV with a head. */
export function toCsv({ columns, rows }: Sheet): string {
  return csvText([
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ kind }, at) => csvCell(kind, row[at] ?? null))),
  ]);
}
