import type { GameState } from '#shared/game/state.ts';

/**
 * What the anchors of a show are called: as the present preset has them, and one whom it has no more as the newest
 * preset of the show that had it.
 */
export function anchorNames({ preset, formerAnchors }: GameState): { anchorId: string; nickname: string }[] {
  const named = [...(preset?.anchors ?? []), ...formerAnchors.values()];
  return named.map(({ id, nickname }) => ({ anchorId: id, nickname }));
}
