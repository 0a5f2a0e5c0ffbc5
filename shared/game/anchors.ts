import type { Preset } from '../contract/preset.ts';
import type { FormerAnchor } from '../contract/snapshot.ts';
import { copyFormer } from './copy.ts';
import type { GameState } from './state.ts';

/*
 * Votes, rows and bindings outlive the preset that they came about under, and name their anchor by its id. What
 * explains that anchor to a reader is therefore kept when its preset goes.
 */

/** What explains an anchor, by the newest preset of the show that had it; null for an id that none had. */
export function anchorOf(state: GameState, anchorId: string): FormerAnchor | null {
  const present = state.preset?.anchors.find(({ id }) => id === anchorId);
  return present ?? state.formerAnchors.get(anchorId) ?? null;
}

/** An anchor's nickname, null for an id that no preset of the show had. */
export function nicknameOf(state: GameState, anchorId: string): string | null {
  return anchorOf(state, anchorId)?.nickname ?? null;
}

/** To be called before `next` takes the place of the present preset: who is in it is no former anchor. */
export function keepFormerAnchors(state: GameState, next: Preset): void {
  const former = new Map(state.formerAnchors);
  for (const anchor of state.preset?.anchors ?? []) {
    if (!former.has(anchor.id)) former.set(anchor.id, copyFormer(anchor));
  }
  for (const { id } of next.anchors) former.delete(id);
  state.formerAnchors = former;
}
