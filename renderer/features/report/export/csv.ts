import { csvText } from '#shared/csv.ts';
import { exportedCell, type Sheet } from '../sheet.ts';

/** One table as CSV with a head. */
export function toCsv({ columns, rows }: Sheet): string {
  return csvText([
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ kind }, at) => exportedCell(kind, row[at] ?? null))),
  ]);
}
