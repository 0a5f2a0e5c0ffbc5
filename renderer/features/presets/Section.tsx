import { type ReactNode, useId } from 'react';

export interface SectionProps {
  /** By which the jump list of the form finds it. */
  id: string;
  title: string;
  hint?: string;
  children: ReactNode;
}

/** A titled part of the preset form. */
export function Section(props: SectionProps) {
  return <Titled {...props} as="h3" className="preset__section" />;
}

/** A titled part of a section. */
export function SubSection(props: SectionProps) {
  return <Titled {...props} as="h4" className="preset__subsection" />;
}

function Titled({
  id,
  title,
  hint,
  children,
  as: Heading,
  className,
}: SectionProps & { as: 'h3' | 'h4'; className: string }) {
  const titleId = useId();
  return (
    <section className={className} data-section={id} aria-labelledby={titleId}>
      <Heading className="preset__title" id={titleId}>
        {title}
      </Heading>
      {hint !== undefined && <p className="muted small">{hint}</p>}
      {children}
    </section>
  );
}
