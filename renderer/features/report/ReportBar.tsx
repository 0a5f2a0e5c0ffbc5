import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useSettings } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { DateTimeInput } from '#renderer/kit/ui/DateTimeInput.tsx';
import { saveFile } from '#renderer/kit/ui/files.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import type { Show } from '#shared/contract/backstage.ts';
import type { Report, ReportFilter, ReportRound } from '#shared/contract/report.ts';
import { formatMoment } from './cellText.ts';
import { reportWorkbook, type Section, wholeSheet } from './export/exportReport.ts';
import styles from './ReportPage.module.css';

export interface ReportFiltersProps {
  rounds: readonly ReportRound[];
  filter: ReportFilter;
  /** The name of the anchor or viewer that the filter selects; null for all. */
  only: string | null;
  onChange(filter: ReportFilter): void;
}

/** Which round, from when until when, and of whom. */
export function ReportFilters({ rounds, filter, only, onChange }: ReportFiltersProps) {
  const { t } = useTranslation();
  const { round, from, until, anchors, viewer } = filter;
  const set = (change: ReportFilter) => onChange({ ...filter, ...change });
  const options = [
    { value: '', label: t('report.allRounds') },
    ...rounds.map(({ id, number, kind }) => ({
      value: String(id),
      label: kind === 'resurrection' ? t('stage.resurrection') : t('stage.round', { number }),
    })),
  ];
  return (
    <div className={styles.filters}>
      <Select
        label={t('report.round')}
        value={round === undefined ? '' : String(round)}
        options={options}
        onChange={(value) => set({ round: value === '' ? undefined : Number(value) })}
      />
      <Moment label={t('report.from')} value={from} onChange={(value) => set({ from: value })} />
      <Moment label={t('report.until')} value={until} onChange={(value) => set({ until: value })} />
      {only !== null && (
        <span className="tag">
          <i className="pi pi-filter" aria-hidden="true" /> {t('report.only', { name: only })}
        </span>
      )}
      {(round ?? from ?? until ?? anchors ?? viewer) !== undefined && (
        <Button
          small
          look="text"
          icon="times"
          label={t('ledger.filter.clear')}
          onClick={() => onChange({})}
        />
      )}
    </div>
  );
}

interface MomentProps {
  label: string;
  value: number | undefined;
  onChange(value: number | undefined): void;
}

function Moment({ label, value, onChange }: MomentProps) {
  const id = useId();
  return (
    <div className={styles.moment}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <DateTimeInput
        id={id}
        label={label}
        seconds
        value={value ?? null}
        onChange={(at) => onChange(at !== null && at >= 0 ? at : undefined)}
      />
    </div>
  );
}

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
    const { fileName, toCsv } = await import('./export/exportReport.ts');
    const sheet = await wholeSheet(call, report, filter, section, words);
    const content = new Blob([toCsv(sheet)], { type: 'text/csv;charset=utf-8' });
    saveFile(fileName([...named, sheet.name], 'csv'), content);
  };
  const xlsx = async () => {
    const { fileName } = await import('./export/exportReport.ts');
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
