import type { ReactNode } from 'react';

export interface RowCardProps {
  /** The box by which it is chosen. */
  check?: ReactNode;
  title: ReactNode;
  /** What else the row says, each under the title of its column. */
  facts: readonly { field: string; label: string; value: ReactNode }[];
  actions?: ReactNode;
  on?: boolean;
}

/** A row of a list where there is no room for columns. */
export function RowCard({ check, title, facts, actions, on = false }: RowCardProps) {
  return (
    <li className={on ? 'card card--on' : 'card'}>
      <div className="card__head">
        {check}
        <div className="card__title">{title}</div>
      </div>
      <dl className="card__facts">
        {facts.map(({ field, label, value }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {actions !== undefined && <div className="list__buttons">{actions}</div>}
    </li>
  );
}
