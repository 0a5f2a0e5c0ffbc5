import { roundText } from '#renderer/kit/i18n/format.ts';
import type { Show } from '#shared/contract/backstage.ts';
import type { Report, ReportFilter } from '#shared/contract/report.ts';
import type { Cell, CellKind, Sheet } from '../sheet.ts';
import type { SheetWords } from '../sheets.ts';

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
    [t('report.onlyOf'), 'text', report.only ?? ''],
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
