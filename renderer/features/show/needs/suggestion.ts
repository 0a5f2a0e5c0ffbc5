import type { CallResult } from '#shared/contract/backstage.ts';
import { battleBar } from '#shared/game/round/view.ts';
import { effectiveBinding, nicknameOf } from '#shared/game/selectors.ts';

import type { GameState } from '#shared/game/state.ts';
import { anchorIdOf } from '#shared/game/table.ts';
import type { WaitingGroup } from './waitingRows.ts';

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
