import { useState } from 'react';

/**
 * Tracks a pending action. The action ends with its response, or as soon as `state` differs from its value at the
 * start: the screen then shows the next action already, whose key must work at once.
 */
export function usePendingAction(
  state: string | null,
): [pending: boolean, run: (action: Promise<unknown>) => Promise<void>] {
  const [started, setStarted] = useState<{ state: string | null } | null>(null);
  const run = async (action: Promise<unknown>) => {
    const mine = { state };
    setStarted(mine);
    await action;
    setStarted((latest) => (latest === mine ? null : latest));
  };
  return [started !== null && started.state === state, run];
}
