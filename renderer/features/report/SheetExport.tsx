import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { saveFile } from '#renderer/kit/ui/files.tsx';
import type { Period } from '#shared/contract/season.ts';
import { formatMoment } from './cellText.ts';
import type { Sheet } from './sheet.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface SheetExportProps {
  period: Period;
  /** The table on screen. */
  csv(): Sheet;
  workbook(): { name: string; sheets: Sheet[] };
}

/** Saves the table of a period as CSV, or a workbook. The file is named by the first and the last day. */
export function SheetExport({ period, csv, workbook }: SheetExportProps) {
  const { t } = useTranslation();
  const { showProblem } = useRingside();
  const [saving, setSaving] = useState<'csv' | 'xlsx' | null>(null);
  const days = [formatMoment(period.from).slice(0, 10), formatMoment(period.until - 1).slice(0, 10)];
  const run = async (type: 'csv' | 'xlsx') => {
    setSaving(type);
    try {
      const { fileName, toCsv, writeSheets } = await import('./export/exportReport.ts');
      if (type === 'csv') {
        const sheet = csv();
        const content = new Blob([toCsv(sheet)], { type: 'text/csv;charset=utf-8' });
        saveFile(fileName([...days, sheet.name], 'csv'), content);
      } else {
        const { name, sheets } = workbook();
        const bytes = await writeSheets(sheets);
        saveFile(fileName([...days, name], 'xlsx'), new Blob([bytes], { type: XLSX }));
      }
    } catch (error) {
      showProblem(problemOf(error));
    }
    setSaving(null);
  };
  const button = (type: 'csv' | 'xlsx', icon: string) => (
    <Button
      small
      look="outlined"
      icon={icon}
      label={t(`report.${type}`)}
      busy={saving === type}
      disabled={saving !== null}
      onClick={() => void run(type)}
    />
  );
  return (
    <>
      {button('csv', 'download')}
      {button('xlsx', 'file-excel')}
    </>
  );
}
