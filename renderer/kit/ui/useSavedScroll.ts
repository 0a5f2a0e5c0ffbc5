import { type RefObject, useLayoutEffect } from 'react';

/** Scroll positions (px) by key, until the page is closed. */
const kept = new Map<string, number>();

/** Returns the stored scroll position (px) of a key; 0 if there is none. */
export function keptScroll(key: string): number {
  return kept.get(key) ?? 0;
}

/** Events of a user who scrolls. */
const userScrollEvents = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const;

/**
 * Stores an element's scroll position by key and restores it when the element appears again. Content may load later,
 * so every change of the content tries again, until the position is reached or the user scrolls.
 */
export function useSavedScroll(element: RefObject<HTMLElement | null>, key: string): void {
  useLayoutEffect(() => {
    const at = element.current;
    if (at === null) return;
    const wanted = keptScroll(key);
    let restored = false;
    const done = () => {
      restored = true;
      changes.disconnect();
      for (const name of userScrollEvents) at.removeEventListener(name, done);
    };
    const restore = () => {
      at.scrollTop = wanted;
      if (Math.abs(at.scrollTop - wanted) < 1) done();
    };
    const save = () => {
      if (restored) kept.set(key, at.scrollTop);
    };
    const changes = new MutationObserver(restore);
    changes.observe(at, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] });
    for (const name of userScrollEvents) at.addEventListener(name, done, { passive: true });
    at.addEventListener('scroll', save, { passive: true });
    restore();
    return () => {
      done();
      at.removeEventListener('scroll', save);
    };
  }, [element, key]);
}
