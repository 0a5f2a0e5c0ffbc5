import { useEffect, useState } from 'react';
import type { WaitingGroup } from './waitingRows.ts';

/**
 * Delay (ms) before the cursor moves to a new biggest group, so that a key press meant for the former group does not
 * act on the new one.
 */
const SETTLE_MS = 400;
/** For how long (ms) the cursor stays where the host has put it. */
const CHOSEN_MS = 8_000;
/** For how long (ms) the order of the queue is frozen after the last move of the pointer over it. */
const AIM_MS = 8_000;
/** Pointer moves within this time (ms) count as one. */
const AIM_STEP_MS = 1_000;

export interface QueueCursor {
  /** The groups in the displayed order, which is frozen while the host aims with the pointer. */
  groups: readonly WaitingGroup[];
  /** Index of the group that keys act on; -1 if nothing waits. */
  index: number;
  choose(index: number): void;
  /** Moves the cursor to the biggest group and follows it. */
  toTop(): void;
  aim(): void;
  /** Call when the pointer has left or the host has decided: unfreezes the order. */
  release(): void;
}

interface Place {
  groupKey: string;
  index: number;
  byHost: boolean;
}

/**
 * The cursor of the queue. It is at the biggest group, unless the host has chosen another. When the host's group is
 * decided, the group that takes its index is next.
 */
export function useQueueCursor(waiting: readonly WaitingGroup[]): QueueCursor {
  const [held, setHeld] = useState<{ groups: readonly WaitingGroup[]; at: number } | null>(null);
  const [place, setPlace] = useState<Place>({ groupKey: '', index: 0, byHost: false });
  const groups = held?.groups ?? waiting;
  const found = groups.findIndex(({ key }) => key === place.groupKey);
  const index = found >= 0 ? found : Math.min(place.byHost ? place.index : 0, groups.length - 1);
  const key = groups[index]?.key ?? '';
  const top = groups[0]?.key ?? '';

  // The next group at this place, or the first group of an empty queue, takes the cursor at once.
  if (key !== place.groupKey)
    setPlace({ groupKey: key, index: Math.max(0, index), byHost: place.byHost && index > 0 });

  useEffect(() => {
    if (place.byHost || top === key) return;
    const timer = window.setTimeout(() => setPlace({ groupKey: top, index: 0, byHost: false }), SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, [place.byHost, top, key]);
  useEffect(() => {
    if (!place.byHost) return;
    const timer = window.setTimeout(() => setPlace({ ...place, byHost: false }), CHOSEN_MS);
    return () => window.clearTimeout(timer);
  }, [place]);
  useEffect(() => {
    if (held === null) return;
    const timer = window.setTimeout(() => setHeld(null), AIM_MS);
    return () => window.clearTimeout(timer);
  }, [held]);

  return {
    groups,
    index,
    choose: (to) => {
      const at = Math.max(0, Math.min(groups.length - 1, to));
      setPlace({ groupKey: groups[at]?.key ?? '', index: at, byHost: true });
    },
    toTop: () => {
      setHeld(null);
      setPlace({ groupKey: waiting[0]?.key ?? '', index: 0, byHost: false });
    },
    aim: () => {
      const at = Date.now();
      if (held === null || at - held.at > AIM_STEP_MS) setHeld({ groups, at });
    },
    release: () => setHeld(null),
  };
}
