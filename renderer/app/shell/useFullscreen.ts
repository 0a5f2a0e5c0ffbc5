import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

/** Returns whether the page is in fullscreen, and toggles it if the browser supports that. */
export function useFullscreen(): { on: boolean; possible: boolean; toggle(): void } {
  const on = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  return {
    on,
    possible: document.fullscreenEnabled,
    toggle: () => {
      void (on ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    },
  };
}
