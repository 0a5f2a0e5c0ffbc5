import { ProgressBar as PrimeProgressBar } from 'primereact/progressbar';
import styles from './ProgressBar.module.css';

export interface ProgressBarProps {
  /** The share that is reached or used, 0 to 1. A larger share fills the bar. */
  share: number;
  /** Shows the bar in the colour of warnings. */
  warn?: boolean;
}

/** Shows a share as a bar, beside a text that states it: screen readers get the text only. */
export function ProgressBar({ share, warn = false }: ProgressBarProps) {
  return (
    <PrimeProgressBar
      value={Math.min(1, share) * 100}
      showValue={false}
      aria-hidden
      className={styles.bar}
      pt={{ value: { className: warn ? styles.warn : styles.value } }}
    />
  );
}
