import type { ReactNode } from 'react';
import styles from './Settings.module.css';

/** A page of panels with settings, one below the other. */
export function SettingSheet({ children }: { children: ReactNode }) {
  return <div className={styles.sheet}>{children}</div>;
}

export interface SettingRowProps {
  label: string;
  hint?: string;
  /** A second line of the hint. */
  more?: string;
  children: ReactNode;
}

/** One setting: label and hint on the left, controls on the right. */
export function SettingRow({ label, hint, more, children }: SettingRowProps) {
  return (
    <SettingLine
      about={
        <>
          <p className="strong">{label}</p>
          {hint !== undefined && <p className="muted small">{hint}</p>}
          {more !== undefined && <p className="muted small">{more}</p>}
        </>
      }
    >
      {children}
    </SettingLine>
  );
}

/** A label with a value that cannot be changed here. */
export function FactRow({ label, value }: { label: string; value: string }) {
  return (
    <SettingLine about={<p className="strong">{label}</p>}>
      <p className={styles.fact}>{value}</p>
    </SettingLine>
  );
}

/** A row with a text on the left and controls on the right; below each other on a phone. */
export function SettingLine({ about, children }: { about: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <div>{about}</div>
      <div>{children}</div>
    </div>
  );
}

/** Settings that few hosts need, folded. */
export function AdvancedSettings({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.advanced}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
