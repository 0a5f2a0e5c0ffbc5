import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import type { Show } from '#shared/contract/backstage.ts';
import { formatMoment } from './cellText.ts';
import styles from './ReportPage.module.css';

export interface ShowBarProps {
  shows: readonly Show[];
  chosen: Show;
  /** The id of the open show. */
  current: string | null;
  onChoose(showId: string): void;
  onDelete(show: Show): void;
}

/** Chooses the show of the report, and deletes past shows. */
export function ShowBar({ shows, chosen, current, onChoose, onDelete }: ShowBarProps) {
  const { t } = useTranslation();
  const label = (show: Show): string =>
    [
      formatMoment(show.startedAt || show.createdAt).slice(0, 16),
      show.username === '' ? t('report.noRoom') : `@${show.username}`,
      show.presetName,
      show.rehearsal ? t('report.rehearsal') : '',
      show.showId === current ? t('report.current') : '',
    ]
      .filter((part) => part !== '')
      .join(' · ');
  return (
    <>
      <Select
        className={styles.show}
        label={t('report.show')}
        value={chosen.showId}
        options={shows.map((show) => ({ value: show.showId, label: label(show) }))}
        onChange={onChoose}
      />
      <Button
        small
        look="text"
        icon="trash"
        ariaLabel={t('report.delete')}
        disabled={chosen.showId === current}
        onClick={() => onDelete(chosen)}
      />
    </>
  );
}
