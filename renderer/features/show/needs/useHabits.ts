import { useEffect, useRef, useState } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import type { Habit } from './suggestion.ts';

/** After this time (ms), the habits of a viewer are read again. */
const FRESH_MS = 20_000;
/** Minimum time (ms) between two calls. */
const BETWEEN_MS = 500;
/** Largest number of viewers in one call. */
const MOST = 200;

const none: readonly Habit[] = [];

/** Returns a function that gives a viewer's earlier gifts by anchor; empty until they are read. */
export function useHabits(viewerIds: readonly string[]): (viewerId: string) => readonly Habit[] {
  const { call, engine } = useRingside();
  const [habits, setHabits] = useState<ReadonlyMap<string, readonly Habit[]>>(new Map());
  const readAt = useRef(new Map<string, number>());
  const wanted = viewerIds.slice(0, MOST).join(' ');
  const latest = useRef(wanted);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    latest.current = wanted;
    // The gifts of viewers who left the queue were decided: read these viewers again when they come back.
    const shown = new Set(wanted.split(' '));
    for (const id of readAt.current.keys()) if (!shown.has(id)) readAt.current.delete(id);
    if (timer.current !== 0) return;
    const read = (missing: readonly string[]) =>
      call('ledger.habits', { viewerIds: [...missing] }).then(
        (answer) =>
          setHabits((before) => {
            const after = new Map(before);
            for (const id of missing) {
              after.set(
                id,
                answer.habits.filter(({ viewerId }) => viewerId === id),
              );
            }
            return after;
          }),
        // Without a response there is no suggestion. The next change of the queue tries again.
        () => {
          for (const id of missing) readAt.current.delete(id);
        },
      );
    timer.current = window.setTimeout(() => {
      timer.current = 0;
      const now = Date.now();
      const missing = latest.current.split(' ').filter((id) => {
        const last = readAt.current.get(id);
        return id !== '' && (last === undefined || now - last > FRESH_MS);
      });
      if (missing.length === 0 || engine.phase !== 'following') return;
      for (const id of missing) readAt.current.set(id, now);
      void read(missing);
    }, BETWEEN_MS);
  }, [wanted, call, engine]);
  return (viewerId) => habits.get(viewerId) ?? none;
}
