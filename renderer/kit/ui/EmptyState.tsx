import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** A name of primeicons without `pi-`. */
  icon: string;
  title: string;
  /** What this place is for, or what happens next. */
  text?: string;
  /** The next step. */
  children?: ReactNode;
}

/** What stands where there is nothing to show yet. */
export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="empty">
      <i className={`pi pi-${icon}`} aria-hidden="true" />
      <p className="empty__title">{title}</p>
      {text !== undefined && <p className="empty__text">{text}</p>}
      {children}
    </div>
  );
}
