import { formatAmount, formatDuration, formatNumber, formatVotes } from '#renderer/kit/i18n/format.ts';
import { dateTimeText } from '#renderer/kit/ui/dateTimeText.ts';
import type { Language } from '#shared/contract/language.ts';
import type { Cell, CellKind } from './sheet.ts';

/** Formats a cell for the screen. An empty cell is a dash. `decimals` writes those of whole votes and amounts too. */
export function shownCell(kind: CellKind, value: Cell, language: Language, decimals = false): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'string') return value;
  if (kind === 'votes') return formatVotes(value, language, decimals);
  if (kind === 'amount') return formatAmount(value, language, decimals);
  if (kind === 'time') return value === 0 ? '–' : formatMoment(value);
  if (kind === 'duration') return formatDuration(value);
  return formatNumber(value, language);
}

/** Formats a time in this device's time zone so that texts sort by time: 2026-02-01 21:04:10. */
export const formatMoment = (at: number): string => dateTimeText(at, true);
