import { useSyncExternalStore } from 'react';

/** Where a table of several columns has no room: a phone held upright, or a window as narrow as that. */
const NARROW = '(max-width: 640px)';

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether the page is as narrow as a phone, also while it is turned or resized. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
}
