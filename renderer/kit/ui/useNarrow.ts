import { useCallback, useSyncExternalStore } from 'react';

/** Media query for widths that have no room for a table: a phone in portrait mode, or a window as narrow. */
const NARROW = '(max-width: 640px)';

/** Media query for a window, wider than a phone, on which the stage leaves few lines to the panels below it. */
const SMALL = '(min-width: 701px) and (max-height: 900px), (min-width: 701px) and (max-width: 1100px)';

/** Returns whether the page is as narrow as a phone; follows rotation and resizing. */
export function useNarrow(): boolean {
  return useMedia(NARROW);
}

/** Returns whether the page is a small desktop's; follows resizing. */
export function useSmallDesktop(): boolean {
  return useMedia(SMALL);
}

function useMedia(media: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const query = window.matchMedia(media);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(media).matches);
}
