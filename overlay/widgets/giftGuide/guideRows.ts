import type { OverlayState } from '#shared/contract/overlay/state.ts';

/** One gift and whose it is. */
export interface GuideRow {
  key: string;
  gift: string;
  diamonds: number;
  /** The anchor's nickname, or the name of a gameplay entry. */
  whose: string;
  avatar: string;
  kind: 'anchor' | 'entry';
}

/** The gifts that mean something in this show, in the order of the preset. */
export function guideRows(state: Partial<OverlayState>, withGameplay: boolean): GuideRow[] {
  return Object.entries(state.guide ?? {})
    .sort(([, a], [, b]) => a.order - b.order)
    .filter(([, { anchorId }]) => withGameplay || anchorId !== null)
    .map(([key, { giftName, unitDiamonds, anchorId, entry }]) => {
      const anchor = anchorId === null ? undefined : state.anchors?.[anchorId];
      return {
        key,
        gift: giftName,
        diamonds: unitDiamonds,
        whose: anchorId === null ? entry : (anchor?.nickname ?? ''),
        avatar: anchor?.avatar ?? '',
        kind: anchorId === null ? ('entry' as const) : ('anchor' as const),
      };
    });
}
