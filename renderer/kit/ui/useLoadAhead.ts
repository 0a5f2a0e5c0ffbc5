import { useEffect } from 'react';

/**
 * Loads a lazy part of the page when the browser has time, before anybody asks for it. In the middle of a show the part
 * is there at once, also when the server is away or serves a newer build, which has no file of the same name.
 */
export function useLoadAhead(load: () => Promise<unknown>): void {
  useEffect(() => {
    // A part that cannot be loaded now is loaded when it is shown.
    const handle = window.requestIdleCallback(() => void load().catch(() => undefined), { timeout: 5000 });
    return () => window.cancelIdleCallback(handle);
  }, [load]);
}
