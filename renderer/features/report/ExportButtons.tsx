import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useSettings } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { saveFile } from '#renderer/kit/ui/saveFile.ts';
import type { Show } from '#shared/contract/backstage.ts';
import type { Report, ReportFilter } from '#shared/contract/report.ts';
import { formatMoment } from './cellText.ts';
import { reportWorkbook, type Section, wholeSheet } from './export/exportReport.ts';

export interface ExportButtonsProps {
  show: Show;
  report: Report;
  filter: ReportFilter;
  section: Section;
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Saves the open table as CSV, or the whole report as a workbook. */
export function ExportButtons({ show, report, filter, section }: ExportButtonsProps) {
  const { t } = useTranslation();
  const { call, showProblem } = useRingside();
  const language = useSettings((state) => state.language);
  const [saving, setSaving] = useState<'csv' | 'xlsx' | null>(null);
  /** The share of the gifts that is loaded, 0 to 1. */
  const [progress, setProgress] = useState(0);
  const [leaving] = useState(() => new AbortController());
  useEffect(() => () => leaving.abort(), [leaving]);
  const words = { t, language };
  const run = async (file: 'csv' | 'xlsx', save: () => Promise<void>) => {
    setSaving(file);
    setProgress(0);
    try {
      await save();
    } catch (error) {
      if (!leaving.signal.aborted) showProblem(problemOf(error));
    }
    setSaving(null);
  };
  const named = [formatMoment(show.startedAt || show.createdAt), show.username, show.presetName];
  const csv = async () => {
    const { fileName, toCsv } = await import('./export/files.ts');
    const sheet = await wholeSheet(call, report, filter, section, words);
    const content = new Blob([toCsv(sheet)], { type: 'text/csv;charset=utf-8' });
    saveFile(fileName([...named, sheet.name], 'csv'), content);
  };
  const xlsx = async () => {
    const { fileName } = await import('./export/files.ts');
    const { signal } = leaving;
    const bytes = await reportWorkbook({
      call,
      show,
      report,
      filter,
      words,
      signal,
      onProgress: setProgress,
    });
    saveFile(fileName(named, 'xlsx'), new Blob([bytes], { type: XLSX }));
  };
  const percent = Math.floor(progress * 100);
  return (
    <>
      <Button
        small
        look="outlined"
        icon="download"
        label={t('report.csv')}
        busy={saving === 'csv'}
        disabled={saving !== null}
        onClick={() => void run('csv', csv)}
      />
      <Button
        small
        look="outlined"
        icon="file-excel"
        label={saving === 'xlsx' ? t('report.saving', { percent }) : t('report.xlsx')}
        busy={saving === 'xlsx'}
        disabled={saving !== null}
        onClick={() => void run('xlsx', xlsx)}
      />
    </>
  );
}
