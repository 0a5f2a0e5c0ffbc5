import { useState } from 'react';

/**
 * Whether something that was asked for is on its way. It is over with the answer, or as soon as `state` is another than
 * it was: what can be done next is on screen then, and whoever presses its key at once must not be too early.
 */
export function useUnderway(
  state: string | null,
): [underway: boolean, during: (asked: Promise<unknown>) => Promise<void>] {
  const [since, setSince] = useState<{ state: string | null } | null>(null);
  const during = async (asked: Promise<unknown>) => {
    const mine = { state };
    setSince(mine);
    await asked;
    setSince((now) => (now === mine ? null : now));
  };
  return [since !== null && since.state === state, during];
}
