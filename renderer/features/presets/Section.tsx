import { type ReactNode, type RefObject, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ruleSections } from './ruleSections.ts';

export interface SectionProps {
  /** The id by which `SectionJump` finds the section. */
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

/** Buttons that scroll to the sections of the long form. `within` is the element that contains the form. */
export function SectionJump({ within }: { within: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation();
  const sections = useMemo(
    () => [
      { id: 'anchors', label: t('presetEditor.anchors') },
      { id: 'gameplay', label: t('presetEditor.gameplay') },
      { id: 'score', label: t('presetEditor.counting') },
      ...ruleSections.map(({ id }) => ({ id, label: t(`presetEditor.section.${id}`) })),
    ],
    [t],
  );
  return (
    <nav className="jump" aria-label={t('presetEditor.jump')}>
      {sections.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className="jump__to"
          onClick={() =>
            within.current
              ?.querySelector(`[data-section="${id}"]`)
              ?.scrollIntoView({ block: 'start', behavior: 'instant' })
          }
        >
          {label}
        </button>
      ))}
    </nav>
  );
}
