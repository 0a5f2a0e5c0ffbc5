import { useTranslation } from 'react-i18next';
import styles from './Stage.module.css';
import type { StageView } from './stageView.ts';

/** The phase of the round, coloured while it runs, stands still or ends. */
export function PhaseChip({
  phase,
  className = '',
}: {
  phase: NonNullable<StageView['phase']>;
  className?: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <span className={`${styles.phase} ${styles[phase] ?? ''} ${className}`}>{t(`stage.phase.${phase}`)}</span>
  );
}
