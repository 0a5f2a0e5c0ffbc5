import { roundText } from '#renderer/kit/i18n/format.ts';
import type { Show } from '#shared/contract/backstage.ts';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import type { Report, ReportFilter } from '#shared/contract/report.ts';
import { countedRound } from '#shared/game/correction.ts';
import { giftName } from '#shared/gifts/learned.ts';
import type { Cell, CellKind, Column, Sheet } from '../sheet.ts';
import { namesOf, type SheetWords } from '../sheets.ts';

/** The first sheet: the show, the filter, and the time of the report. */
export function factsSheet(show: Show, report: Report, filter: ReportFilter, { t }: SheetWords): Sheet {
  const round = report.rounds.find(({ id }) => id === filter.round);
  const startedAt = report.startedAt || show.createdAt;
  const endedAt = report.endedAt || report.at;
  const facts: [title: string, kind: CellKind, value: Cell][] = [
    [t('report.room'), 'text', `@${show.username}`],
    [t('report.preset'), 'text', show.presetName],
    [t('report.kind'), 'text', show.rehearsal ? t('report.rehearsal') : t('report.show')],
    [t('report.startedAt'), 'time', startedAt],
    [t('report.endedAt'), 'time', report.endedAt],
    [t('report.duration'), 'duration', Math.max(0, endedAt - startedAt)],
    [t('report.round'), 'text', round === undefined ? t('report.allRounds') : roundText(t, round)],
    [t('report.from'), 'time', filter.from ?? 0],
    [t('report.until'), 'time', filter.until ?? 0],
    [t('report.readAt'), 'time', report.at],
    [t('report.timeZone'), 'text', new Intl.DateTimeFormat().resolvedOptions().timeZone],
  ];
  return {
    name: t('report.show'),
    columns: facts.map(([title, kind]) => ({ title, kind })),
    rows: [facts.map(([, , value]) => value)],
    vertical: true,
  };
}

/** The columns of the sheet with all gifts, in the order of `giftCells`. */
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

/** Returns a function that converts a ledger row to its cells. */
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

/** Whether the filter of the report includes a row. */
export function isInReport(row: LedgerRow, { round, from, until }: ReportFilter): boolean {
  if (round !== undefined && countedRound(row) !== round) return false;
  return row.at >= (from ?? 0) && row.at < (until ?? Number.POSITIVE_INFINITY);
}
