import { type RefObject, useLayoutEffect } from 'react';

/** How far each place was scrolled (px), by its key, for as long as the page lives. */
const kept = new Map<string, number>();

/** How far the place with this key was scrolled (px) when it was on screen last; 0 where it never was. */
export function keptScroll(key: string): number {
  return kept.get(key) ?? 0;
}

/** What a user does to scroll by hand. */
const byHand = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const;

/**
 * Scrolls an element to where it was when its key was on screen last, else to the top. What it shows may come later
 * than the element, so the position is tried again with each change of the content, until it is reached or the user
 * scrolls.
 */
export function useKeptScroll(element: RefObject<HTMLElement | null>, key: string): void {
  useLayoutEffect(() => {
    const at = element.current;
    if (at === null) return;
    const wanted = keptScroll(key);
    let restored = false;
    const done = () => {
      restored = true;
      changes.disconnect();
      for (const name of byHand) at.removeEventListener(name, done);
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
    for (const name of byHand) at.addEventListener(name, done, { passive: true });
    at.addEventListener('scroll', save, { passive: true });
    restore();
    return () => {
      done();
      at.removeEventListener('scroll', save);
    };
  }, [element, key]);
}
