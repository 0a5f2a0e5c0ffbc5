import type { OverlayState } from '#shared/contract/overlay/state.ts';
import type { Side } from '#shared/contract/round.ts';
import { anchorIn } from '../../parts/anchorIn.ts';

export interface Member {
  id: string;
  name: string;
  avatar: string;
  streak: number;
  out: boolean;
}

/** Of one who left with an earlier preset: after those whom the present one has. */
const LAST = Number.MAX_SAFE_INTEGER;

/** The anchors of one side in the order of the preset; a round keeps who left with an earlier one. */
export function sideMembers(state: Partial<OverlayState>, side: Side): Member[] {
  const battle = state.battle?.now;
  const ids = (side === 'attacker' ? battle?.attackers : battle?.defenders) ?? [];
  return ids
    .map((id) => ({
      id,
      anchor: anchorIn(state, id),
      order: state.anchors?.[id]?.order ?? LAST,
      score: state.scores?.[id],
    }))
    .sort((a, b) => a.order - b.order)
    .map(({ id, anchor, score }) => ({
      id,
      name: anchor?.nickname ?? '',
      avatar: anchor?.avatar ?? '',
      streak: score?.streak ?? 0,
      out: score?.out ?? false,
    }));
}

/** The longest row of wins on a side. */
export function streakOf(members: readonly Member[]): number {
  return Math.max(0, ...members.map(({ streak }) => streak));
}

/**
 * Whole percents of both sides, which are always a hundred together; 50 each at 0:0. By the votes themselves: of a
 * share that was rounded before, 44.46 % would become 45.
 */
export function percents(attackerTenths: number, defenderTenths: number): Record<Side, number> {
  const both = attackerTenths + defenderTenths;
  const attacker = both === 0 ? 50 : Math.round((attackerTenths / both) * 100);
  return { attacker, defender: 100 - attacker };
}

/** How a round ended for a side; null before, and for a draw. */
export function resultOf(state: Partial<OverlayState>, side: Side): 'won' | 'lost' | null {
  const outcome = state.round?.now?.outcome;
  if (outcome !== 'attacker' && outcome !== 'defender') return null;
  return outcome === side ? 'won' : 'lost';
}
