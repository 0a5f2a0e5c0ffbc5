import type { OverlayFormer, OverlayState } from '#shared/contract/overlay/state.ts';

/** An anchor whom a gift, a round or votes name: one of the present preset, or who left with an earlier one. */
export function anchorIn(state: Partial<OverlayState>, id: string): OverlayFormer | undefined {
  return state.anchors?.[id] ?? state.former?.[id];
}
