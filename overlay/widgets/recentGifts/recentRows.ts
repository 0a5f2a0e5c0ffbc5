import type { OverlayGift, OverlayState } from '#shared/contract/overlay/state.ts';
import { anchorIn } from '../../parts/anchorIn.ts';

export interface RecentRow extends Omit<OverlayGift, 'anchorId'> {
  key: string;
  /** Nickname of whom it counts for, also after they left with their preset; empty while it is unallocated. */
  to: string;
}

/** The newest gifts that are dear enough, the newest first; a streak that goes on stays where it is. */
export function recentRows(state: Partial<OverlayState>, top: number, minDiamonds: number): RecentRow[] {
  return Object.entries(state.recent ?? {})
    .filter(([, gift]) => gift.unitDiamonds >= minDiamonds)
    .sort(([aKey, a], [bKey, b]) => b.at - a.at || Number(bKey) - Number(aKey))
    .slice(0, top)
    .map(([key, { anchorId, ...gift }]) => ({
      ...gift,
      key,
      to: anchorId === null ? '' : (anchorIn(state, anchorId)?.nickname ?? ''),
    }));
}
