import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

/** Whether the page fills the screen, and a switch for it where the browser lets pages do that. */
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
