import { useEffect, useState } from 'react';

/** True once the page has been shown and the browser has time: for what may come a little later. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const handle = window.requestIdleCallback(() => setSettled(true), { timeout: 2000 });
    return () => window.cancelIdleCallback(handle);
  }, []);
  return settled;
}
