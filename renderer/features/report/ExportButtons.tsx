import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useSettings } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import type { Show } from '#shared/contract/backstage.ts';
import type { Report, ReportFilter } from '#shared/contract/report.ts';
import { type Section, sections, wholeSheet } from './export/exportReport.ts';
import { formatMoment } from './sheet.ts';

export interface ExportButtonsProps {
  show: Show;
  report: Report;
  filter: ReportFilter;
  section: Section;
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The table that is open as CSV, or all of them as a workbook; with every row, not only those on screen. */
export function ExportButtons({ show, report, filter, section }: ExportButtonsProps) {
  const { t } = useTranslation();
  const { call, showProblem } = useRingside();
  const language = useSettings((state) => state.language);
  const [busy, setBusy] = useState(false);
  const words = { t, language };
  const run = async (write: () => Promise<void>) => {
    setBusy(true);
    try {
      await write();
    } catch (error) {
      showProblem(problemOf(error));
    }
    setBusy(false);
  };
  const named = [formatMoment(show.startedAt || show.createdAt), show.username, show.presetName];
  const csv = async () => {
    const [{ toCsv }, { fileName, saveFile }] = await Promise.all([
      import('./export/csv.ts'),
      import('./export/save.ts'),
    ]);
    const sheet = await wholeSheet(call, report, filter, section, words);
    saveFile(fileName([...named, sheet.name], 'csv'), toCsv(sheet), 'text/csv;charset=utf-8');
  };
  const xlsx = async () => {
    const [{ toXlsx }, { fileName, saveFile }] = await Promise.all([
      import('./export/xlsx.ts'),
      import('./export/save.ts'),
    ]);
    const sheets = [];
    for (const each of sections) sheets.push(await wholeSheet(call, report, filter, each, words));
    saveFile(fileName(named, 'xlsx'), toXlsx(sheets), XLSX);
  };
  return (
    <>
      <Button
        small
        look="outlined"
        icon="download"
        label={t('report.csv')}
        busy={busy}
        onClick={() => void run(csv)}
      />
      <Button
        small
        look="outlined"
        icon="file-excel"
        label={t('report.xlsx')}
        busy={busy}
        onClick={() => void run(xlsx)}
      />
    </>
  );
}
