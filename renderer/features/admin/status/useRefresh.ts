import { useEffect, useRef, useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

export interface Refreshing {
  everyMs: number;
  /** A call is under way; the next one is counted from its end. */
  loading: boolean;
  paused: boolean;
  refresh(): void;
}

/** Refreshes again and again while the page is visible, and at once when it comes back after a while. */
export function useRefresh({ everyMs, loading, paused, refresh }: Refreshing): void {
  const visible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
  const loadedAt = useRef(0);
  useEffect(() => {
    if (!loading) loadedAt.current = performance.now();
  }, [loading]);
  useEffect(() => {
    if (!visible || paused || loading) return;
    const wait = Math.max(0, loadedAt.current + everyMs - performance.now());
    const timer = window.setTimeout(refresh, wait);
    return () => window.clearTimeout(timer);
  }, [visible, paused, loading, everyMs, refresh]);
}
