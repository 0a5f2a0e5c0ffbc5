import { Skeleton as PrimeSkeleton } from 'primereact/skeleton';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** A PrimeIcons name without `pi-`. */
  icon: string;
  title: string;
  /** Explains the purpose of the place or the next step. */
  text?: string;
  /** The button for the next step. */
  children?: ReactNode;
}

/** The placeholder of an empty list or page. */
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

/** Takes the place of content that is loading. `className` sets its size, which PrimeReact would set inline. */
export function Skeleton({ className = '' }: { className?: string | undefined }) {
  return <PrimeSkeleton className={`skeleton ${className}`} animation="none" width="" height="" />;
}
