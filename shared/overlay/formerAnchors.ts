import type { FormerAnchor } from '../contract/snapshot.ts';
import type { Round } from '../game/round/view.ts';
import type { GameState } from '../game/state.ts';
import { anchorIdOf, anchorTarget } from '../game/table.ts';

/** Of more, overlays are not told: a show that went through so many has a page of its own to read about it. */
const MOST = 100;

/**
 * The anchors whom the present preset does not have: first those of the round that is shown, then by votes of the
 * show, then those who left last. None that the preset has is among them.
 */
export function formerAnchorsOf(state: GameState, round: Round | null): FormerAnchor[] {
  const former = new Map<string, FormerAnchor>();
  for (const anchor of [...state.formerAnchors.values()].reverse()) former.set(anchor.id, anchor);
  for (const target of state.targets.keys()) {
    const id = anchorIdOf(target);
    if (id !== null && !former.has(id) && !state.table.anchors.has(id)) former.set(id, nameless(id));
  }
  if (former.size === 0) return [];
  const playing = new Set(round?.anchors);
  const isPlaying = ({ id }: FormerAnchor) => Number(playing.has(id));
  return [...former.values()]
    .sort((a, b) => isPlaying(b) - isPlaying(a) || votesUnder(state, b.id) - votesUnder(state, a.id))
    .slice(0, MOST);
}

/** Whether anything stands under this anchor, in the show or in the round that is shown. */
export function isNamed(
  votes: ReadonlyMap<string, number>,
  round: Round | null,
  { id }: FormerAnchor,
): boolean {
  return votes.has(id) || (round?.anchors.includes(id) ?? false);
}

/**
 * Votes of the present show in tenths, by the anchor whom they count for over all shows. Presets may give one account
 * several ids, and shows that are over are summed up by accounts: what stands under a former id of an account is the
 * present anchor's, or else that of the id which left last, and the other ids of it are not in the answer. Null where
 * nobody has left: each has what stands under their own id.
 */
export function showTenthsByAccount(
  state: GameState,
  votes: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> | null {
  if (state.formerAnchors.size === 0) return null;
  const sums = new Map<string, number>();
  const owners = new Map<string, string>();
  for (const { id, username } of state.preset?.anchors ?? []) {
    sums.set(id, votes.get(id) ?? 0);
    const account = username.toLowerCase();
    if (account !== '' && !owners.has(account)) owners.set(account, id);
  }
  for (const { id, username } of [...state.formerAnchors.values()].reverse()) {
    const account = username.toLowerCase();
    const owner = owners.get(account) ?? id;
    if (account !== '') owners.set(account, owner);
    sums.set(owner, (sums.get(owner) ?? 0) + (votes.get(id) ?? 0));
  }
  return sums;
}

function votesUnder(state: GameState, id: string): number {
  return state.targets.get(anchorTarget(id))?.votesTenths ?? 0;
}

function nameless(id: string): FormerAnchor {
  return { id, nickname: '', username: '', avatar: '', gift: null };
}
