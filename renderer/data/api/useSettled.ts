import { useEffect, useState } from 'react';

/** Returns true after the browser has been idle once, for content that may load later. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const handle = window.requestIdleCallback(() => setSettled(true), { timeout: 2000 });
    return () => window.cancelIdleCallback(handle);
  }, []);
  return settled;
}
