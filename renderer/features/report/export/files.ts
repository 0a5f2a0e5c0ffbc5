import { formatDuration } from '#renderer/kit/i18n/format.ts';
import { csvText } from '#shared/csv.ts';
import { formatMoment } from '../cellText.ts';
import type { Cell, CellKind, Sheet } from '../sheet.ts';

/** Formats a table as CSV with a header line. */
export function toCsv({ columns, rows }: Sheet): string {
  return csvText([
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ kind }, at) => csvCell(kind, row[at] ?? null))),
  ]);
}

/** Formats a cell for CSV: votes with tenths, times and durations as text. */
function csvCell(kind: CellKind, value: Cell): string | number {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (kind === 'votes') return value / 10;
  if (kind === 'time') return value === 0 ? '' : formatMoment(value);
  if (kind === 'duration') return formatDuration(value);
  return value;
}

/** Joins the parts to a file name that every operating system accepts: letters, digits, dots, dashes, underscores. */
export function fileName(parts: readonly string[], ending: string): string {
  const name = parts
    .map((part) => part.normalize('NFC').replaceAll(/[^\p{L}\p{N}.]+/gu, '-'))
    .map((part) => part.replaceAll(/^[-.]+|[-.]+$/g, ''))
    .filter((part) => part !== '')
    .join('_');
  return `${name.slice(0, 120) || 'report'}.${ending}`;
}
