import type { ReactNode } from 'react';

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
    <div className="setting__row">
      <div>
        <p className="strong">{label}</p>
        {hint !== undefined && <p className="muted small">{hint}</p>}
        {more !== undefined && <p className="muted small">{more}</p>}
      </div>
      <div className="setting__choice">{children}</div>
    </div>
  );
}
