import type { ReactNode } from 'react';

/** A setting: what it is on the left, what can be chosen on the right. */
export function SettingRow({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="setting__row">
      <div>
        <p className="strong">{label}</p>
        {hint !== undefined && <p className="muted small">{hint}</p>}
      </div>
      <div className="setting__choice">{children}</div>
    </div>
  );
}
