import { useEffect, useRef, useState } from 'react';
import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import type { WaitingGroup } from '#shared/game/waiting.ts';
import type { Corrections } from '../ledger/corrections.ts';
import { REACTION_MS } from '../reaction.ts';
import { type Suggestion, suggestAnchor, useHabits } from './suggestion.ts';
import { useWaiting } from './waitingFeed.ts';

/** Minimum delay (ms) before the cursor moves to a new biggest group. */
const SETTLE_MS = 400;
/** Minimum time (ms) at one group, so that the host can read it while bigger gifts keep coming. */
const DWELL_MS = 2_000;
/** For how long (ms) the cursor stays where the host has put it. */
const CHOSEN_MS = 8_000;
/** For how long (ms) the order of the queue is frozen after the last move of the pointer over it. */
const AIM_MS = 8_000;
/** Pointer moves within this time (ms) count as one. */
const AIM_STEP_MS = 1_000;

interface QueueCursor {
  /** The groups in the displayed order, which is frozen while the host aims with the pointer. */
  groups: readonly WaitingGroup[];
  /** Index of the group at the cursor; -1 if nothing waits. */
  index: number;
  /** The group that keys act on: the one at the cursor, or for a moment the one that the cursor has just left. */
  keyed: WaitingGroup | undefined;
  choose(index: number): void;
  /** Moves the cursor to the biggest group and follows it. */
  toTop(): void;
  aim(): void;
  /** Call when the pointer has left or the host has decided: unfreezes the order. */
  release(): void;
}

export interface Queue {
  /** The gifts that wait, with those whose correction is pending. */
  rows: number;
  /** The groups without a pending correction, in the order of their votes. */
  waiting: readonly WaitingGroup[];
  cursor: QueueCursor;
  /** The group at the cursor. */
  group: WaitingGroup | undefined;
  /** The rendered groups. */
  shown: readonly WaitingGroup[];
  suggestionOf(group: WaitingGroup): Suggestion | null;
  /** Passes the group at the cursor to `act`, if there is one, and unfreezes the order. */
  decide(act: (group: WaitingGroup) => void): void;
}

/** The waiting gifts and the cursor. `rendered`: how many groups to render for an index of the cursor. */
export function useQueue({ store }: Corrections, rendered: (index: number) => number): Queue {
  const { engine } = useRingside();
  const pending = useVanillaStore(store, (state) => state.pending);
  const { rows, groups } = useWaiting();
  const waiting =
    pending.size === 0
      ? groups
      : groups.filter((group) => group.rows.some(({ rowId }) => !pending.has(rowId)));
  const cursor = useQueueCursor(waiting);
  const group = cursor.groups[cursor.index];
  const shown = cursor.groups.slice(0, rendered(cursor.index));
  const habitsOf = useHabits(shown.map(({ viewerId }) => viewerId));
  return {
    rows,
    waiting,
    cursor,
    group,
    shown,
    suggestionOf: (each) => suggestAnchor(engine.state, each, habitsOf(each.viewerId)),
    decide: (act) => {
      if (group === undefined) return;
      cursor.release();
      act(group);
    },
  };
}

interface Place {
  groupKey: string;
  index: number;
  byHost: boolean;
  /** Time (ms) at which the cursor came to the group. */
  since: number;
  /** Key of the group that the cursor has just left by itself; else null. */
  left: string | null;
}

/**
 * The cursor of the queue. It is at the biggest group, unless the host has chosen another. When the host's group is
 * decided, the group that takes its index is next.
 */
function useQueueCursor(waiting: readonly WaitingGroup[]): QueueCursor {
  const [held, setHeld] = useState<{ groups: readonly WaitingGroup[]; at: number } | null>(null);
  const [place, setPlace] = useState<Place>(() => placeAt('', 0, false));
  const groups = held?.groups ?? waiting;
  const found = groups.findIndex(({ key }) => key === place.groupKey);
  const index = found >= 0 ? found : Math.min(place.byHost ? place.index : 0, groups.length - 1);
  const key = groups[index]?.key ?? '';
  const top = groups[0]?.key ?? '';

  // The next group at this place, or the first group of an empty queue, gets the cursor at once.
  if (key !== place.groupKey) setPlace(placeAt(key, Math.max(0, index), place.byHost && index > 0));

  const latestTop = useRef(top);
  useEffect(() => {
    latestTop.current = top;
  });
  const behind = !place.byHost && top !== key;
  useEffect(() => {
    if (!behind) return;
    const move = () => setPlace({ ...placeAt(latestTop.current, 0, false), left: key });
    const timer = window.setTimeout(move, Math.max(SETTLE_MS, place.since + DWELL_MS - Date.now()));
    return () => window.clearTimeout(timer);
  }, [behind, key, place.since]);
  useEffect(() => {
    if (place.left === null) return;
    const timer = window.setTimeout(() => setPlace({ ...place, left: null }), REACTION_MS);
    return () => window.clearTimeout(timer);
  }, [place]);
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
    keyed: groups.find((group) => group.key === place.left) ?? groups[index],
    choose: (to) => {
      const at = Math.max(0, Math.min(groups.length - 1, to));
      setPlace(placeAt(groups[at]?.key ?? '', at, true));
    },
    toTop: () => {
      setHeld(null);
      setPlace(placeAt(waiting[0]?.key ?? '', 0, false));
    },
    aim: () => {
      const at = Date.now();
      if (held === null || at - held.at > AIM_STEP_MS) setHeld({ groups, at });
    },
    release: () => setHeld(null),
  };
}

function placeAt(groupKey: string, index: number, byHost: boolean): Place {
  return { groupKey, index, byHost, since: Date.now(), left: null };
}
