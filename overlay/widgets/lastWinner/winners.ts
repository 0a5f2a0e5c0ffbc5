import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { anchorIn } from '../../parts/anchorIn.ts';

/** One who won, as the widget shows them. */
export interface Face {
  id: string;
  name: string;
  /** Path of the picture on the hub, empty for none. */
  avatar: string;
}

/** Who won last, also when they left with their preset since. */
export function winnersOf(state: Partial<OverlayState>): Face[] {
  return (state.winner?.last?.anchors ?? []).map((id) => {
    const anchor = anchorIn(state, id);
    return { id, name: anchor?.nickname ?? '', avatar: anchor?.avatar ?? '' };
  });
}
