import { anchorOf, totals } from '#shared/game/selectors.ts';
import type { GameState } from '#shared/game/state.ts';
import type { NamedSum, PastAnchor } from '#shared/overlay/allTime.ts';
import { anchorEntries } from '#shared/season/entries.ts';

/** What one show adds to the sums of all shows. */
export interface ShowSums {
  /** The start of its session (ms since 1970); 0 if it never began. */
  startedAt: number;
  anchors: PastAnchor[];
  viewers: (NamedSum & { key: string })[];
  gifts: (NamedSum & { key: string; unitDiamonds: number })[];
  /** The sums of counted gifts. */
  totals: { count: number; diamonds: number; votesTenths: number };
}

/** Computes what a past show adds to the sums of all shows, with the numbers of its report. */
export function sumsOfShow(state: GameState): ShowSums {
  const anchors = anchorEntries(state).map((entry) => ({
    ...entry,
    avatar: anchorOf(state, entry.id)?.avatar ?? '',
  }));
  const viewers = [...state.viewers.values()]
    .filter(({ count }) => count > 0)
    .map(({ id: key, name, count, diamonds, votesTenths }) => ({ key, name, count, diamonds, votesTenths }));
  const gifts = [...state.gifts.values()].map(({ id, name, unitDiamonds, count, diamonds, votesTenths }) => ({
    key: String(id),
    name,
    unitDiamonds,
    count,
    diamonds,
    votesTenths,
  }));
  return { startedAt: state.startedAt, anchors, viewers, gifts, totals: totals(state).counted };
}
