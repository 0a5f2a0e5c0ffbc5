import { type ReactNode, useId, useRef } from 'react';
import { useScrollFocus } from './useScrollFocus.ts';

export interface PanelProps {
  title: string;
  /** A count or a state beside the title. */
  badge?: ReactNode;
  /** Buttons and filters at the end of the header. */
  actions?: ReactNode;
  /** `padded` for text and forms, `held` for a list that scrolls by itself. */
  body?: 'plain' | 'padded' | 'held';
  className?: string;
  children: ReactNode;
}

/** A section of a screen with a fixed header and a scrolling body. */
export function Panel({ title, badge, actions, body = 'plain', className, children }: PanelProps) {
  const titleId = useId();
  const content = useRef<HTMLDivElement>(null);
  useScrollFocus(content);
  return (
    <section className={`panel ${className ?? ''}`} aria-labelledby={titleId}>
      <header className="panel__head">
        <h2 className="panel__title" id={titleId}>
          {title}
        </h2>
        {badge}
        <div className="row row--end spread">{actions}</div>
      </header>
      <div className={`panel__body panel__body--${body}`} ref={content}>
        {children}
      </div>
    </section>
  );
}
