import type { OverlayFormer, OverlayScore, OverlayState } from '#shared/contract/overlay/state.ts';

/** The anchor with this id, of the current preset or of an earlier one. */
export function anchorById(state: Partial<OverlayState>, id: string): OverlayFormer | undefined {
  return state.anchors?.[id] ?? state.former?.[id];
}

/** The path of the first picture that one of these gifts has; '' if none has one. */
export function giftPicture({ giftPictures }: Partial<OverlayState>, ids: readonly number[]): string {
  return ids.map((id) => giftPictures?.[id] ?? '').find((path) => path !== '') ?? '';
}

/** An anchor as the anchor cards and the workbench show it. */
export interface Card {
  id: string;
  name: string;
  /** Path of the picture on the hub; '' if there is none. */
  avatar: string;
  votesTenths: number;
  /** Null without votes. Equal votes share a rank. */
  rank: number | null;
  /** Wins in a row. */
  streak: number;
  side: OverlayScore['side'];
  live: boolean;
  standing: 'in' | 'out' | 'reviving';
  /** Votes above the clearance score; null without a breakthrough. */
  overTenths: number | null;
}

/**
 * The anchors of the preset, in its order, so that a card keeps its place. The votes are the round's, or the show's
 * before the first round.
 */
export function cardsOf(state: Partial<OverlayState>): Card[] {
  const hasRound = state.round?.now !== undefined;
  const cards = Object.entries(state.anchors ?? {})
    .sort(([, a], [, b]) => a.order - b.order)
    .map(([id, anchor]): Card => {
      const score = state.scores?.[id];
      return {
        id,
        name: anchor.nickname,
        avatar: anchor.avatar,
        votesTenths: (hasRound ? score?.roundTenths : score?.showTenths) ?? 0,
        rank: null,
        streak: score?.streak ?? 0,
        side: score?.side ?? null,
        live: anchor.live === true,
        standing: score?.reviving ? 'reviving' : score?.out ? 'out' : 'in',
        overTenths: score?.overTenths ?? null,
      };
    });
  return cards.map((card) => ({
    ...card,
    rank:
      card.votesTenths === 0
        ? null
        : 1 + cards.filter((other) => other.votesTenths > card.votesTenths).length,
  }));
}
