import { roundText } from '#renderer/kit/i18n/roundText.ts';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import type { Report, ReportFilter } from '#shared/contract/report.ts';
import { countedRound } from '#shared/game/rows.ts';
import { giftName } from '#shared/gifts/names.ts';
import type { Cell, Column } from '../sheet.ts';
import { namesOf, type SheetWords } from '../sheets.ts';

/** The columns of the table that has a line for each gift, in the order of `giftCells`. */
export function giftColumns({ t }: SheetWords): Column[] {
  return [
    { title: t('report.when'), kind: 'time' },
    { title: t('report.user'), kind: 'text', wide: true },
    { title: t('report.username'), kind: 'text' },
    { title: t('report.gift'), kind: 'text', wide: true },
    { title: t('report.unit'), kind: 'number' },
    { title: t('report.gifts'), kind: 'number' },
    { title: t('report.diamonds'), kind: 'number' },
    { title: t('report.votes'), kind: 'votes' },
    { title: t('report.to'), kind: 'text', wide: true },
    { title: t('report.reason'), kind: 'text' },
    { title: t('report.byRules'), kind: 'text', wide: true },
    { title: t('report.round'), kind: 'text' },
    { title: t('report.late'), kind: 'text' },
    { title: t('report.row'), kind: 'number' },
  ];
}

/** Returns a function that makes the line of a ledger row. */
export function giftCells(report: Report, words: SheetWords): (row: LedgerRow) => Cell[] {
  const { t, language } = words;
  const { target } = namesOf(report, words);
  const rounds = new Map(report.rounds.map((round) => [round.id, roundText(t, round)]));
  const late: Readonly<Record<LedgerRow['late'], string>> = {
    no: '',
    listed: t('report.late.leftOut'),
    accepted: t('report.late.counted'),
  };
  return (row) => [
    row.at,
    row.viewerName,
    row.viewerUsername === '' ? '' : `@${row.viewerUsername}`,
    giftName(row.giftId, row.giftName, language),
    row.unitDiamonds,
    row.count,
    row.diamonds,
    row.votesTenths,
    target(row.target),
    t(`ledger.reason.${row.reason}`),
    row.target === row.autoTarget ? '' : target(row.autoTarget),
    row.round === 0 ? '' : (rounds.get(row.round) ?? ''),
    late[row.late],
    row.rowId,
  ];
}

/** Whether a row belongs to the part of the show that the report is about. */
export function isInReport(row: LedgerRow, { round, from, until }: ReportFilter): boolean {
  if (round !== undefined && countedRound(row) !== round) return false;
  return row.at >= (from ?? 0) && row.at < (until ?? Number.POSITIVE_INFINITY);
}
