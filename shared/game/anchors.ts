import type { Preset } from '../contract/preset.ts';
import type { FormerAnchor } from '../contract/snapshot.ts';
import { copyFormer } from './copy.ts';
import type { GameState } from './state.ts';

/*
 * Votes, rows and bindings name their anchor by id and outlive its preset. So the state keeps the nickname, picture and
 * gift of anchors that the current preset lacks.
 */

/** An anchor as the newest preset that had it describes it; null if no preset of the show had it. */
export function anchorOf(state: GameState, anchorId: string): FormerAnchor | null {
  const present = state.preset?.anchors.find(({ id }) => id === anchorId);
  return present ?? state.formerAnchors.get(anchorId) ?? null;
}

/** An anchor's nickname; null if no preset of the show had the anchor. */
export function nicknameOf(state: GameState, anchorId: string): string | null {
  return anchorOf(state, anchorId)?.nickname ?? null;
}

/** Stores the anchors that `next` lacks. Call it before `next` replaces the current preset. */
export function keepFormerAnchors(state: GameState, next: Preset): void {
  const former = new Map(state.formerAnchors);
  for (const anchor of state.preset?.anchors ?? []) {
    if (!former.has(anchor.id)) former.set(anchor.id, copyFormer(anchor));
  }
  for (const { id } of next.anchors) former.delete(id);
  state.formerAnchors = former;
}
