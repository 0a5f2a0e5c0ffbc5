import { type ReactNode, useId } from 'react';
import styles from './PresetFields.module.css';

export interface SectionProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

/** A titled part of the preset form that is always open. */
export function Section({ title, hint, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h3 className={styles.title} id={titleId}>
        {title}
      </h3>
      {hint !== undefined && <p className="muted small">{hint}</p>}
      {children}
    </section>
  );
}

export interface FoldedSectionProps extends SectionProps {
  /** What the section contains, shown in its heading. */
  summary: string;
  /** The level of the heading; h3 by default. */
  as?: 'h3' | 'h4';
  open: boolean;
  onToggle(): void;
}

/** A part of the preset form that opens with its heading. Its fields exist only while it is open. */
export function FoldedSection(props: FoldedSectionProps) {
  const { title, hint, summary, as: Heading = 'h3', open, onToggle, children } = props;
  const id = useId();
  return (
    <section className={`${styles.section} ${styles.folded}`} aria-labelledby={`${id}-title`}>
      <Heading className={styles.title}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={open}
          aria-controls={open ? `${id}-body` : undefined}
          aria-describedby={`${id}-about`}
          onClick={onToggle}
        >
          <i className={`pi pi-chevron-${open ? 'down' : 'right'}`} aria-hidden="true" />
          <span id={`${id}-title`}>{title}</span>
        </button>
        <span id={`${id}-about`} className={`${styles.foldAbout} muted small clip`} title={summary}>
          {summary}
        </span>
      </Heading>
      {open && (
        <div id={`${id}-body`} className={styles.foldBody}>
          {hint !== undefined && <p className="muted small">{hint}</p>}
          {children}
        </div>
      )}
    </section>
  );
}
