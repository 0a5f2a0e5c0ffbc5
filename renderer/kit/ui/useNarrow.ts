import { useSyncExternalStore } from 'react';

/** Media query for widths that have no room for a table: a phone in portrait mode, or a window as narrow. */
const NARROW = '(max-width: 640px)';

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Returns whether the page is as narrow as a phone; follows rotation and resizing. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
}
