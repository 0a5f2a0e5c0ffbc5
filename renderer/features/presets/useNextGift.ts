import { useEffect, useState } from 'react';
import { useRingside, useShowPhase } from '#renderer/data/hooks.ts';

export interface NextGift {
  /** A show is followed, so a gift can come. */
  possible: boolean;
  waiting: boolean;
  toggle(): void;
}

/** Takes the next gift that arrives in the open show: the first that begins after it was asked for. */
export function useNextGift(onGift: (gift: { id: number; name: string }) => void): NextGift {
  const { engine } = useRingside();
  const { phase } = useShowPhase();
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    return engine.onRows((events) => {
      const next = events.find((event) => event.kind === 'opened');
      if (next === undefined) return;
      setWaiting(false);
      onGift({ id: next.row.giftId, name: next.row.giftName });
    });
  }, [waiting, engine, onGift]);
  return { possible: phase === 'following', waiting, toggle: () => setWaiting(!waiting) };
}
