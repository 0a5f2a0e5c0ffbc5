import { type ReactNode, useId } from 'react';

export interface PanelProps {
  title: string;
  /** Beside the title: a count or a state. */
  badge?: ReactNode;
  /** At the end of the head: buttons and filters. */
  actions?: ReactNode;
  /** `padded` for text and forms, `held` for a list that scrolls by itself. */
  body?: 'plain' | 'padded' | 'held';
  className?: string;
  children: ReactNode;
}

/** A titled part of a screen; its body scrolls, its head does not. */
export function Panel({ title, badge, actions, body = 'plain', className, children }: PanelProps) {
  const titleId = useId();
  return (
    <section className={`panel ${className ?? ''}`} aria-labelledby={titleId}>
      <header className="panel__head">
        <h2 className="panel__title" id={titleId}>
          {title}
        </h2>
        {badge}
        <div className="row row--end spread">{actions}</div>
      </header>
      <div className={`panel__body panel__body--${body}`}>{children}</div>
    </section>
  );
}
