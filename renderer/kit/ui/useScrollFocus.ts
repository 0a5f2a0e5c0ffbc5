import { type RefObject, useEffect } from 'react';

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]';

/** Puts an element into the tab order while it scrolls and contains no control, so that the keyboard can scroll it. */
export function useScrollFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const content = element.current;
    if (content === null || !('ResizeObserver' in window)) return;
    const check = () => {
      const scrolls = content.scrollHeight > content.clientHeight + 1;
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
