import { useCallback, useState } from 'react';
import { AbortedCall, ApiError, TransportError } from './apiError.ts';

/**
 * Runs a button's action and reports `busy` meanwhile. `act` resolves to false after an API error, which the client
 * has already shown as a toast. Other errors are rethrown.
 */
export function useAct(): { busy: boolean; act(run: () => Promise<unknown>): Promise<boolean> } {
  const [busy, setBusy] = useState(false);
  const act = useCallback(async (run: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await run();
      return true;
    } catch (error) {
      const alreadyShown =
        error instanceof ApiError || error instanceof TransportError || error instanceof AbortedCall;
      if (!alreadyShown) throw error;
      return false;
    } finally {
      setBusy(false);
    }
  }, []);
  return { busy, act };
}
