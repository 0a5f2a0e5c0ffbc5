import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { DateTimeInput } from '#renderer/kit/ui/DateTimeInput.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import type { ReportFilter, ReportRound } from '#shared/contract/report.ts';
import styles from './ReportPage.module.css';

export interface ReportFiltersProps {
  rounds: readonly ReportRound[];
  filter: ReportFilter;
  onChange(filter: ReportFilter): void;
}

/** Which round, and from when until when. */
export function ReportFilters({ rounds, filter, onChange }: ReportFiltersProps) {
  const { t } = useTranslation();
  const { round, from, until } = filter;
  const set = (change: { [K in keyof ReportFilter]: ReportFilter[K] | undefined }) => {
    const next = { round, from, until, ...change };
    onChange({
      round: next.round,
      from: next.from,
      until: next.until,
    });
  };
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
      {(round ?? from ?? until) !== undefined && (
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
