import type { OverlayScore, OverlayState } from '#shared/contract/overlay/state.ts';

/** One anchor as its card shows it. */
export interface Card {
  id: string;
  name: string;
  avatar: string;
  votesTenths: number;
  /** Null for one without votes. */
  rank: number | null;
  streak: number;
  side: OverlayScore['side'];
  live: boolean;
  standing: 'in' | 'out' | 'reviving';
  overTenths: number | null;
}

/**
 * Everybody in the order of the preset, so that a card stays where viewers found it; the votes are the round's
 * once there was one, and the show's before.
 */
export function cardsOf(state: Partial<OverlayState>): Card[] {
  const byRound = state.round?.now !== undefined;
  const cards = Object.entries(state.anchors ?? {})
    .sort(([, a], [, b]) => a.order - b.order)
    .map(([id, anchor]): Card => {
      const score = state.scores?.[id];
      return {
        id,
        name: anchor.nickname,
        avatar: anchor.avatar,
        votesTenths: (byRound ? score?.roundTenths : score?.showTenths) ?? 0,
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

/** Cards side by side, so that a page of them is about as wide as high. */
export function columnsFor(cards: number): number {
  if (cards <= 3) return Math.max(1, cards);
  if (cards === 4) return 2;
  return cards <= 9 ? 3 : 4;
}
