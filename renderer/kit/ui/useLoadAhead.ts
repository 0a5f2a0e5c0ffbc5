import { useEffect } from 'react';

/**
 * Preloads a lazy module when the browser is idle. During a show the module is then available at once, even if the
 * server is unreachable or serves a newer build without that file.
 */
export function useLoadAhead(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Ignore a failure: the module is loaded again when it is shown.
    const handle = window.requestIdleCallback(() => void load().catch(() => undefined), { timeout: 5000 });
    return () => window.cancelIdleCallback(handle);
  }, [load]);
}
