import { useCallback, useState } from 'react';
import { AbortedCall, ApiError, TransportError } from './apiError.ts';

/**
 * Runs what a button does, one at a time. A refused call has told by a toast already, so it ends here; `act`
 * resolves to whether it was done. Anything else thrown is a defect and goes on.
 */
export function useAct(): { busy: boolean; act(run: () => Promise<unknown>): Promise<boolean> } {
  const [busy, setBusy] = useState(false);
  const act = useCallback(async (run: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await run();
      return true;
    } catch (error) {
      const told =
        error instanceof ApiError || error instanceof TransportError || error instanceof AbortedCall;
      if (!told) throw error;
      return false;
    } finally {
      setBusy(false);
    }
  }, []);
  return { busy, act };
}
