import { type ReactNode, useId } from 'react';

export interface SectionProps {
  /** By which the jump list of the form finds it. */
  id: string;
  title: string;
  hint?: string;
  children: ReactNode;
}

/** A titled part of the preset form. */
export function Section({ id, title, hint, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className="preset__section" data-section={id} aria-labelledby={titleId}>
      <h3 className="preset__title" id={titleId}>
        {title}
      </h3>
      {hint !== undefined && <p className="muted small">{hint}</p>}
      {children}
    </section>
  );
}
