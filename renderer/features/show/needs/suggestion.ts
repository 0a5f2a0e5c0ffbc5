import { useEffect, useRef, useState } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import type { CallResult } from '#shared/contract/backstage.ts';
import { battleBar } from '#shared/game/round/view.ts';
import { effectiveBinding, nicknameOf } from '#shared/game/selectors.ts';
import type { GameState } from '#shared/game/state.ts';
import { anchorIdOf } from '#shared/game/table.ts';
import type { WaitingGroup } from '#shared/game/waiting.ts';

export type Habit = CallResult<'ledger.habits'>['habits'][number];

/** The most likely anchor of waiting gifts, and the reason. */
export interface Suggestion {
  anchorId: string;
  anchor: string;
  /** The gift is the anchor's own; the viewer is bound to the anchor; or earlier gifts of the viewer. */
  why: 'gift' | 'bound' | 'gave';
  /** Number of earlier gifts of the viewer that count for the anchor. */
  times: number;
}

/** Suggests an anchor of the current preset; null if nothing indicates one, or if the gifts have an anchor already. */
export function suggestAnchor(
  state: GameState,
  group: WaitingGroup,
  habits: readonly Habit[],
): Suggestion | null {
  const anchors = state.preset?.anchors ?? [];
  if (group.rows.every(({ target }) => anchorIdOf(target) !== null)) return null;
  const suggest = (anchorId: string, why: Suggestion['why'], times = 0): Suggestion => ({
    anchorId,
    anchor: nicknameOf(state, anchorId) ?? '',
    why,
    times,
  });
  const [biggest] = group.rows;
  const owner = anchors.find(({ gift }) => gift?.ids.some((id) => id === biggest?.giftId) === true);
  if (owner !== undefined) return suggest(owner.id, 'gift');
  const viewer = state.viewers.get(group.viewerId);
  const binding = viewer === undefined ? null : effectiveBinding(state, viewer);
  if (binding !== null) return suggest(binding.anchorId, 'bound');
  let most: { id: string; rows: number } | null = null;
  for (const { id } of anchors) {
    const rows = habits.find(({ target }) => anchorIdOf(target) === id)?.rows ?? 0;
    if (rows > (most?.rows ?? 0)) most = { id, rows };
  }
  return most === null ? null : suggest(most.id, 'gave', most.rows);
}

/** The number of the battle that these gifts alone can turn or tie; null if they cannot. */
export function turnedRound(state: GameState, { round: id, votesTenths }: WaitingGroup): number | null {
  const round = state.rounds[id - 1];
  if (round?.kind !== 'battle' || round.phase === 'prepared' || votesTenths === 0) return null;
  const { attackerTenths, defenderTenths } = battleBar(round);
  return votesTenths >= Math.abs(attackerTenths - defenderTenths) ? round.number : null;
}

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
