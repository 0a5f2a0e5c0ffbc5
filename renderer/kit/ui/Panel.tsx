import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';

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
        {actions !== undefined && <div className="row row--end spread">{actions}</div>}
      </header>
      <div className={`panel__body panel__body--${body}`} ref={content}>
        {children}
      </div>
    </section>
  );
}

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]';

/** Puts an element into the tab order while it scrolls and contains no control, so that the keyboard can scroll it. */
function useScrollFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const content = element.current;
    if (content === null || !('ResizeObserver' in window)) return;
    const check = () => {
      // A panel that only screen readers see has a body without height.
      const scrolls = content.clientHeight > 0 && content.scrollHeight > content.clientHeight + 1;
      if (scrolls && content.querySelector(CONTROLS) === null) content.tabIndex = 0;
      else content.removeAttribute('tabindex');
    };
    const sizes = new ResizeObserver(check);
    const watch = () => {
      sizes.disconnect();
      sizes.observe(content);
      for (const child of content.children) sizes.observe(child);
    };
    const children = new MutationObserver(watch);
    children.observe(content, { childList: true });
    watch();
    return () => {
      sizes.disconnect();
      children.disconnect();
    };
  }, [element]);
}

/** Attributes of an element that scrolls and has no control in it: the keyboard can focus and scroll it. */
export const scrollRegion = (label: string) =>
  ({ role: 'region', 'aria-label': label, tabIndex: 0 }) as const;
